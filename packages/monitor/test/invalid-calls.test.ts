// Invalid arguments, and invalid results of a user's functions: each causes a typed error that says what was expected.

import { ArgumentError } from "@espalier/arguments";
import {
  auditStep,
  deny,
  endsWith,
  fromAutomaton,
  type Monitor,
  MonitorError,
  mapInput,
  monitorOf,
  objectStates,
  onTrigger,
  product,
  run,
  strings,
  top,
} from "@espalier/monitor";
import { describe, expect, test } from "vitest";

const own = { start: 0, step: (state: number) => state, accepts: () => true };
const table = { start: 0, accepting: [0], classOf: new Uint8Array(256), classCount: 1, next: [0] };
const dot = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
const files = objectStates({ start: "closed", states: { closed: { open: "opened" }, opened: { close: "closed" } } });

/** A value of another type than the compiler expects. */
const wrong = (value: unknown): never => value as never;

describe("arguments", () => {
  test.each<[string, () => unknown, RegExp]>([
    ["no monitor", () => auditStep(wrong(5), 0, 97), /auditStep: monitor must be a monitor, not 5/],
    ["no byte", () => auditStep(own, 0, wrong("a")), /auditStep: byte must be an integer/],
    ["accepting", () => fromAutomaton({ ...table, accepting: wrong({}) }), /automaton\.accepting must be a list/],
    ["null controls", () => fromAutomaton({ ...table, controls: wrong(null) }), /automaton\.controls must be a list/],
    ["controls", () => monitorOf({ ...own, controls: wrong(5) }), /parts\.controls must be a list, not 5/],
    ["expected", () => monitorOf({ ...own, expected: wrong(5) }), /parts\.expected must be a function, not 5/],
    ["mode", () => monitorOf({ ...own, mode: wrong(5) }), /parts\.mode must be a function, not 5/],
    ["cost", () => monitorOf({ ...own, cost: wrong(5) }), /parts\.cost must be a function, not 5/],
    ["trim", () => monitorOf({ ...own, trim: wrong("x") }), /parts\.trim must be true or false/],
    ["start", () => monitorOf({ ...own, start: wrong(undefined) }), /`start` is undefined, which stands for the dead/],
    ["a misspelt part", () => monitorOf(wrong({ ...own, Key: String })), /Did you mean `key`/],
    ["a strange part", () => monitorOf(wrong({ ...own, zzzzzzzzz: 1 })), /It takes start, step, accepts/],
    ["no state of a trigger", () => dot.step(wrong(undefined), 97), /onTrigger needs state: a state of this monitor/],
    ["another state", () => dot.step(wrong({ kind: "foo" }), 97), /onTrigger: state must be a state of this monitor/],
    ["a number as a state", () => dot.step(wrong(7), 97), /onTrigger: state must be a state of this monitor, not 7/],
    ["no object state", () => files.step(wrong(undefined), { kind: "close" }), /objectStates needs state: a state/],
    ["an event's kind", () => files.step(files.start, wrong({ kind: "foo" })), /event\.kind must be "declare"/],
    ["no event", () => files.step(files.start, wrong(undefined)), /objectStates needs event/],
    [
      "a value",
      () => files.step(files.start, wrong({ kind: "declare", name: "f", value: 7 })),
      /event\.value must be "fresh" or "unknown", or \{ name \}, not 7/,
    ],
    ["a body", () => files.step(files.start, wrong({ kind: "open", body: "x" })), /event\.body must be "block"/],
    [
      "a method",
      () => files.step(files.start, wrong({ kind: "call", name: "f" })),
      /event must be \{ kind: "call", name, method \}/,
    ],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(ArgumentError);
  });

  test("an accepting state that is a name", () => {
    const call = (): unknown => fromAutomaton({ ...table, accepting: wrong(["length"]) });
    expect(call).toThrow(new RangeError('Accepting state the string "length" is outside [0, 1)'));
  });

  test("an instance of a class may have members of its own", () => {
    class Depth {
      readonly start = 0;
      readonly most = 2;
      step(state: number): number | undefined {
        return state < this.most ? state + 1 : undefined;
      }
      accepts(): boolean {
        return true;
      }
    }
    expect(run(monitorOf(new Depth()), "aa")).toBe(2);
  });

  test("a label is kept", () => expect(monitorOf({ ...own, label: "mine" }).label).toBe("mine"));
});

describe("the output of a transducer", () => {
  test.each([[undefined], [null], [5], [Number.NaN], ["a"], [{}]])("%s", (output) => {
    const transducer = { start: 0, step: () => 0, accepts: () => true, output: () => wrong(output) };
    const monitor: Monitor<number> = mapInput(transducer, deny(["a"]));
    const step = (): unknown => monitor.step(monitor.start, 97);
    expect(step).toThrow(MonitorError);
    expect(step).toThrow(/output returned .*, no list of symbols \(at "a"\)/);
    expect(step).toThrow(expect.objectContaining({ fault: "output-result" }));
  });
  test("a typed array is one", () => {
    const monitor = mapInput({ ...top, key: String, output: () => Uint8Array.of(98) }, deny(["a"]));
    expect(run(monitor, "aaa")).toBeDefined();
  });
});

describe("a cost that is not a number of symbols", () => {
  const fails = { fault: "cost-result", message: expect.stringMatching(/^cost returned .*, not a number of symbols/) };
  test.each([[Number.NaN], [-1], ["3"], [undefined], [null]])("%s", (result) => {
    const cost = (): number => wrong(result);
    const monitors = [
      monitorOf({ ...own, cost }),
      product(own, deny(["b"]), { cost }),
      product(strings(["a"]), deny(["b"]), { cost }),
    ] as unknown as readonly Monitor<unknown>[];
    for (const monitor of monitors) {
      expect(() => monitor.cost!(monitor.start)).toThrow(MonitorError);
      expect(() => monitor.cost!(monitor.start)).toThrow(expect.objectContaining(fails));
    }
  });
  test("0, a number and Infinity are kept", () => {
    for (const result of [0, 7, Number.POSITIVE_INFINITY]) {
      const monitor = product(own, deny(["b"]), { cost: (state) => result + state });
      expect([monitor.cost(monitor.start), monitorOf({ ...own, cost: () => result }).cost!(0)]).toEqual([
        result,
        result,
      ]);
    }
  });
});
