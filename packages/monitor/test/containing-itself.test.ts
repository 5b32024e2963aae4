// Monitors that contain themselves: a part that was made before the whole, and asks it later. Each is refused with one typed error after few calls.

import {
  deny,
  endsWith,
  gate,
  ignoreControls,
  type Monitor,
  mapInput,
  monitorOf,
  onTrigger,
  optional,
  product,
  refusalOf,
  run,
  sequence,
  star,
  strings,
  top,
  trigger,
  trimmed,
  typestate,
  union,
  until,
  verdict,
} from "@espalier/monitor";
import { describe, expect, it } from "vitest";

type Any = Monitor<unknown>;

/** A combination of a part that asks the combination itself, and how often the part was asked. */
function looped(combine: (part: Any) => Any): { readonly whole: Any; readonly calls: () => number } {
  let whole: Any | undefined;
  let calls = 0;
  const part: Any = {
    start: 0,
    step(state, symbol) {
      if (whole === undefined) return state;
      calls++;
      return whole.step(whole.start, symbol) === undefined ? undefined : state;
    },
    accepts() {
      if (whole === undefined) return false;
      calls++;
      return whole.accepts(whole.start);
    },
    cost: () => (whole === undefined ? 0 : whole.cost!(whole.start)),
    prefixFree: true,
    table: top.table!,
  };
  whole = combine(part);
  return { whole, calls: () => calls };
}

const quoted = trigger([{ markers: ['"'], language: until('"') }]);
const whole = (monitor: Monitor<number>): Any => monitor as Any;

const combinations: readonly (readonly [string, (part: Any) => Any])[] = [
  ["product", (part) => product(part, deny(["x"])) as Any],
  ["a product of pairs", (part) => product(part, deny(["x"]), { cost: () => 0 }) as Any],
  ["a product that searches", (part) => product(part, deny(["x"]), { cost: "search" }) as Any],
  ["union", (part) => whole(union(part, strings(["a"])))],
  ["sequence", (part) => whole(sequence(part, strings(["a"])))],
  ["a sequence whose cut is clear", (part) => whole(sequence(strings(["a"]), part))],
  ["star", (part) => whole(star(part))],
  ["optional", (part) => whole(optional(part))],
  ["gate", (part) => whole(gate(quoted, ["free"], part))],
  ["mapInput", (part) => whole(mapInput({ ...top, output: (_, symbol) => [symbol] }, part))],
  ["ignoreControls", (part) => ignoreControls(part, ["<x>"])],
  ["monitorOf", (part) => monitorOf({ start: 0, step: part.step, accepts: part.accepts }) as Any],
];

describe("a monitor that contains itself", () => {
  it.each(combinations)("is refused when it is asked: %s", (_, combine) => {
    const { whole, calls } = looped(combine);
    const text = ["a", "ab", "aab"];
    const read = (): unknown => text.map((each) => verdict(whole, each));
    expect(read).toThrow(expect.objectContaining({ name: "MonitorError", fault: "contains-itself" }));
    expect(calls()).toBeLessThan(2_000);
    // The error leaves nothing behind: it is the same the next time.
    expect(read).toThrow(expect.objectContaining({ fault: "contains-itself" }));
  });

  it("is refused as a part that becomes the whole", () => {
    const part = { ...strings(["ab"]) } as Any;
    const both = product(part, deny(["x"])) as Any;
    Object.assign(part, both);
    expect(() => verdict(part, "ab")).toThrow(expect.objectContaining({ fault: "contains-itself" }));
  });

  it("is refused where it is looked into", () => {
    const part = { ...strings(["ab"]) } as Any;
    const looking = { ...part, constituents: (state: unknown) => [{ index: 0, monitor: looking as Any, state }] };
    expect(() => refusalOf(looking as Any, part.start, 0x78)).toThrow(
      expect.objectContaining({ fault: "contains-itself" }),
    );
    const { whole } = looped((inner) => product(inner, deny(["x"])) as Any);
    expect(() => trimmed(whole)).toThrow(expect.objectContaining({ fault: "contains-itself" }));
  });

  it("is refused as an island that is read before there is one, and as a row of its own table", () => {
    const islands: { readonly markers: readonly string[]; readonly language: Monitor<number> }[] = [];
    const island = {
      markers: ["("],
      get language(): Monitor<number> {
        return trigger(islands);
      },
    };
    islands.push(island);
    expect(() => trigger(islands)).toThrow(expect.objectContaining({ name: "ArgumentError" }));
    const row: { start?: unknown } = {};
    row.start = { idle: row };
    expect(() => typestate("player", { start: "idle", states: row.start as never })).toThrow(
      expect.objectContaining({ name: "ArgumentError" }),
    );
  });

  it("is read where its answers hold the trigger itself: what an answer rules asks nothing", () => {
    const dots: ReturnType<typeof onTrigger> = onTrigger({ after: endsWith(["."]), ask: "names", allow: () => dots });
    let state = run(dots, ".")!;
    state = dots.supply(state, dots.asks(state)[0]!, { kind: "closed", value: ["a"] })!;
    expect(run(dots, "ab.c", state)).toBeDefined();
  });
});

describe("a language within itself", () => {
  it("is not what many products within each other are", () => {
    let whole = deny(["b0"]) as Any;
    for (let more = 1; more < 500; more++) whole = product(whole, deny([`b${more}`])) as Any;
    // "b6" is refused by the seventh list alone, which lies 493 products deep on the left, and is the right part there.
    const parts = refusalOf(whole, run(whole, "b")!, 0x36);
    expect(parts.map(({ path }) => [path.length, path.at(-1)])).toEqual([[494, 1]]);
  });

  it("is read as deep as brackets of a user's own lie, each level a step of the one below", () => {
    type Depth = { readonly below: Depth | undefined };
    const [OPEN, CLOSE] = [0x5b, 0x5d];
    const outermost: Depth = { below: undefined };
    const brackets: Monitor<Depth> = monitorOf<Depth>({
      start: outermost,
      step(state, byte) {
        if (state.below !== undefined && state.below.below !== undefined) {
          const below = brackets.step(state.below, byte);
          return below && { below };
        }
        if (byte === OPEN) return { below: state };
        return byte === CLOSE ? state.below : undefined;
      },
      accepts: (state) => state.below === undefined,
    });
    expect(verdict(brackets, "[".repeat(100)).kind).toBe("incomplete");
    expect(() => verdict(brackets, "[".repeat(2_000))).toThrow(expect.objectContaining({ fault: "contains-itself" }));
  });
});
