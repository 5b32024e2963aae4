// When tokens are pushed, monitors that break a promise are found; those that keep theirs are not disturbed.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, createPlainMasker, type Masker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const vocabulary = createVocabulary({
  tokens: [
    ...Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] })),
    { id: 256, bytes: "abcd" },
    { id: 257, bytes: "" },
    { id: 258, control: "<end>" },
  ],
  ends: [258],
});
const trie = buildTrie(vocabulary);

interface State {
  readonly count: number;
  /** Shared by all states; a step must not change it. */
  readonly shared: number[];
}

const honest = (): Monitor<State> => ({
  start: { count: 0, shared: [] },
  step: ({ count, shared }, byte) => (byte === 122 ? undefined : { count: count + 1, shared }),
  accepts: () => true,
});

/** Pushes a token so often; returns the fault that is found, and after how many pushes it came. */
function errorOf(monitor: Monitor<State>, id: number, most: number): readonly [string, number] | undefined {
  const masker = createMasker(trie, monitor, { ahead: 0 });
  for (let pushes = 1; pushes <= most; pushes++) {
    try {
      masker.push({ ...monitor.start, shared: [] }, id);
    } catch (error) {
      return [(error as { fault: string }).fault, pushes];
    }
  }
  return undefined;
}

test.each([97, 98, 99, 100])(
  "a step that changes the state before the token is found with the first token: byte %i",
  (bad) => {
    const monitor: Monitor<State> = {
      ...honest(),
      step({ count, shared }, byte) {
        if (byte === bad) shared.push(byte);
        return { count: count + 1, shared };
      },
    };
    expect(errorOf(monitor, 256, 1)).toEqual(["step-changes-state", 1]);
  },
);

test("other promises are tested at every place of a token in turn", () => {
  for (const bad of [97, 98, 99, 100]) {
    const liar: Monitor<State> = {
      ...honest(),
      classes: { classOf: new Uint8Array(256), classCount: 1 },
      step: ({ count, shared }, byte) => ({ count: byte === bad ? count + 2 : count + 1, shared }),
      key: ({ count }) => count,
    };
    expect(errorOf(liar, 256, 8)).toEqual(["classes-lie", 2 ** (bad - 97)]);
  }
  let keys = 0;
  expect(errorOf({ ...honest(), key: () => keys++ }, 256, 1)).toEqual(["key-result", 1]);
});

test("of a tested token, one byte is tested in whole", () => {
  let accepted = 0;
  const accepts = (): boolean => {
    accepted++;
    return true;
  };
  expect(errorOf({ ...honest(), accepts }, 256, 128)).toBeUndefined();
  expect(accepted).toBe(8); // tokens 1, 2, 4, 8, 16, 32, 64 and 128
});

test("tokens without bytes, controls and refused tokens are pushed as without tests", () => {
  const monitor = honest();
  const pushAll = (masker: Masker<State>, ids: readonly number[]): (State | undefined)[] => {
    let state = monitor.start;
    return ids.map((id) => {
      const next = masker.push(state, id);
      state = next ?? state;
      return next;
    });
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(97, 122, 256, 257, 258), { maxLength: 80 }), (ids) => {
      expect(pushAll(createMasker(trie, monitor), ids)).toEqual(pushAll(createPlainMasker(trie, monitor), ids));
    }),
    { numRuns: samples(50) },
  );
});
