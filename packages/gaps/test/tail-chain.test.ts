// A chain of tails beside a list of its points that every edit goes through.

import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createTailChain } from "../src/suffix/tail-chain.js";
import { createTailEditions } from "../src/suffix/tail-editions.js";

const LENGTH = 6_000;
const KEYS = 3;

/** A point of the model. `span` is −1 once an edit has changed what the step read. */
interface Point {
  distance: number;
  readonly key: number;
  span: number;
  readonly stop: number;
}

/** What one edit does to the points. */
function edited(points: readonly Point[], kept: number, removed: number, inserted: number): Point[] {
  const changed = kept + removed;
  const low = removed > 0 && inserted > 0 ? changed : changed + 1;
  return points
    .map((its) => (its.distance >= changed && its.distance - its.stop - 1 < changed ? { ...its, span: -1 } : its))
    .filter(({ distance }) => distance <= kept || distance >= low)
    .map((its) => (its.distance <= kept ? its : { ...its, distance: its.distance + inserted - removed }));
}

const step = fc.record({
  distance: fc.integer({ min: 1, max: LENGTH }),
  key: fc.nat(KEYS - 1),
  stop: fc.oneof(fc.nat(60), fc.nat(LENGTH)),
});
const edit = fc.record({ kept: fc.nat(LENGTH), removed: fc.nat(40), inserted: fc.nat(40) });

test("edits move points and discard the steps that read what has changed, however far they read", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(step, edit), { minLength: 1, maxLength: 60 }), (actions) => {
      const chain = createTailChain(createTailEditions());
      let points: Point[] = [];
      for (const action of actions) {
        if ("key" in action) {
          const { distance, key } = action;
          const stop = Math.min(action.stop, distance);
          chain.put(distance, key, { span: stop, nextKey: 0, stop, items: [stop] });
          points = points.filter((its) => its.distance !== distance || its.key !== key);
          points.push({ distance, key, span: stop, stop });
        } else {
          chain.edit(action.kept, action.removed, action.inserted);
          points = edited(points, action.kept, action.removed, action.inserted);
        }
        for (const { distance, key, span, stop } of points) {
          const entry = chain.find(distance, key);
          expect([distance, key, entry > 0 && chain.span(entry)]).toEqual([distance, key, span]);
          if (span >= 0) expect([...chain.items(entry)]).toEqual([stop]);
        }
      }
    }),
    { numRuns: samples(500) },
  );
});
