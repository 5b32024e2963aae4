// The objects of programs, against an interpreter that runs every path of a program on a heap of its own.

import { type ObjectStates, objectStates, type Typestate, type TypestateEvent } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const FILE: Typestate = {
  start: "closed",
  states: { closed: { open: "opened" }, opened: { read: "opened", close: "closed" } },
  final: ["closed"],
};

const declare = (name: string, value: "fresh" | "unknown" | { readonly name: string }): TypestateEvent => ({
  kind: "declare",
  name,
  value,
});
const assign = (name: string, value: "fresh" | "unknown" | { readonly name: string }): TypestateEvent => ({
  kind: "assign",
  name,
  value,
});
const call = (name: string, method: string): TypestateEvent => ({ kind: "call", name, method });
const giveAway = (name: string): TypestateEvent => ({ kind: "escape", name });
const open = (body: "block" | "branch" | "loop"): TypestateEvent => ({ kind: "open", body });
const [otherwise, close, leave]: readonly TypestateEvent[] = [{ kind: "else" }, { kind: "close" }, { kind: "leave" }];

// The interpreter. A path is a heap with scopes; a block that is not closed yet is where the program stands.

interface Heap {
  /** A name's object; `undefined` where nobody knows it. */
  readonly scopes: readonly ReadonlyMap<string, number | undefined>[];
  /** The states of objects; those that have escaped or are gone are not there. */
  readonly objects: ReadonlyMap<number, string>;
  readonly isBroken: boolean;
  readonly hasLeft: boolean;
}

interface Block {
  readonly body: "block" | "branch" | "loop";
  readonly first: Statement[];
  second: Statement[] | undefined;
  isClosed: boolean;
}
type Statement = TypestateEvent | Block;

function parsed(events: readonly TypestateEvent[]): readonly Statement[] {
  const program: Statement[] = [];
  const lists = [program];
  const blocks: Block[] = [];
  for (const event of events) {
    if (event.kind === "open") {
      const block: Block = { body: event.body, first: [], second: undefined, isClosed: false };
      lists.at(-1)!.push(block);
      blocks.push(block);
      lists.push(block.first);
    } else if (event.kind === "else") {
      blocks.at(-1)!.second = [];
      lists[lists.length - 1] = blocks.at(-1)!.second!;
    } else if (event.kind === "close") {
      blocks.pop()!.isClosed = true;
      lists.pop();
    } else lists.at(-1)!.push(event);
  }
  return program;
}

const isFinal = (state: string): boolean => FILE.final!.includes(state);

/** The heap without the objects that no name has any more; broken where one of them was not finished. */
function collected(heap: Heap): Heap {
  const used = new Set(heap.scopes.flatMap((scope) => [...scope.values()]));
  const gone = [...heap.objects].filter(([object]) => !used.has(object));
  return {
    ...heap,
    objects: new Map([...heap.objects].filter(([object]) => used.has(object))),
    isBroken: heap.isBroken || gone.some(([, state]) => !isFinal(state)),
  };
}

let numbers = 0;
function performed(heap: Heap, event: TypestateEvent): Heap {
  if (event.kind === "leave")
    return { ...heap, hasLeft: true, isBroken: heap.isBroken || ![...heap.objects.values()].every(isFinal) };
  if (event.kind === "open" || event.kind === "close" || event.kind === "else") throw new Error("no statement");
  const at = heap.scopes.findLastIndex((scope) => scope.has(event.name));
  const object = at < 0 ? undefined : heap.scopes[at]!.get(event.name);
  if (event.kind === "escape")
    return { ...heap, objects: new Map([...heap.objects].filter(([its]) => its !== object)) };
  if (event.kind === "call") {
    const state = object === undefined ? undefined : heap.objects.get(object);
    if (state === undefined) return heap;
    const next = FILE.states[state]![event.method];
    if (next === undefined) return { ...heap, isBroken: true };
    return { ...heap, objects: new Map(heap.objects).set(object!, next) };
  }
  const { value } = event;
  const objects = new Map(heap.objects);
  let its: number | undefined;
  if (value === "fresh") objects.set((its = ++numbers), FILE.start);
  else if (value !== "unknown") its = heap.scopes.findLast((scope) => scope.has(value.name))?.get(value.name);
  const depth = event.kind === "declare" ? heap.scopes.length - 1 : at;
  if (depth < 0) {
    if (its !== undefined) objects.delete(its);
    return collected({ ...heap, objects });
  }
  const scopes = heap.scopes.map((scope, k) => (k === depth ? new Map(scope).set(event.name, its) : scope));
  return collected({ ...heap, scopes, objects });
}

const withoutScope = (heap: Heap): Heap => ({ ...heap, scopes: heap.scopes.slice(0, -1) });

/** The heaps of all paths that lead through the statements; a loop is passed up to twice. */
function run(heaps: readonly Heap[], statements: readonly Statement[]): readonly Heap[] {
  let all = heaps;
  for (const statement of statements) {
    if ("kind" in statement) all = all.map((heap) => (heap.hasLeft ? heap : performed(heap, statement)));
    else all = all.flatMap((heap) => (heap.hasLeft ? [heap] : passed(heap, statement)));
    all = all.filter((heap, at) => !heap.hasLeft || all.indexOf(heap) === at);
  }
  return all;
}

function passed(heap: Heap, { body, first, second, isClosed }: Block): readonly Heap[] {
  const through = (its: Heap, statements: readonly Statement[]): readonly Heap[] => {
    const ends = run([{ ...its, scopes: [...its.scopes, new Map()] }], statements);
    if (!isClosed) return ends;
    return ends.map((end) => (end.hasLeft ? end : collected(withoutScope(end))));
  };
  if (!isClosed) return through(heap, second ?? first);
  if (body === "block") return through(heap, first);
  if (body === "branch") return [...through(heap, first), ...(second === undefined ? [heap] : through(heap, second))];
  const once = through(heap, first);
  return [heap, ...once, ...once.flatMap((end) => (end.hasLeft ? [end] : through(end, first)))];
}

const BEGINNING: Heap = { scopes: [new Map()], objects: new Map(), isBroken: false, hasLeft: false };
/** The heaps of the paths that have come to the end of what is written. */
const pathsOf = (events: readonly TypestateEvent[]): readonly Heap[] => run([BEGINNING], parsed(events));

/** The number of events that are taken, and the state then. */
function taken(machine: ObjectStates, events: readonly TypestateEvent[]) {
  let state = machine.start;
  for (const [at, event] of events.entries()) {
    const next = machine.step(state, event);
    if (next === undefined) return { count: at, state };
    state = next;
  }
  return { count: events.length, state };
}

const [all, some] = [objectStates(FILE), objectStates(FILE, { paths: "some" })];

/** Events of a program, from any list: what would not nest is left out. */
function nested(list: readonly TypestateEvent[]): readonly TypestateEvent[] {
  const scopes: string[] = [];
  return list.filter((event) => {
    if (event.kind === "open") scopes.push(event.body);
    if (event.kind === "else") {
      if (scopes.at(-1) !== "branch") return false;
      scopes[scopes.length - 1] = "alternative";
    }
    return event.kind !== "close" || scopes.pop() !== undefined;
  });
}

/** What holds of every program. Says what came out: whether the machines took it, and whether some path breaks the table. */
function judged(events: readonly TypestateEvent[]): {
  readonly strict: boolean;
  readonly lax: boolean;
  readonly broken: boolean;
} {
  const paths = pathsOf(events);
  const broken = events.some((_, at) => pathsOf(events.slice(0, at + 1)).some(({ isBroken }) => isBroken));
  const [strict, lax] = [taken(all, events), taken(some, events)];
  const [isStrict, isLax] = [strict.count === events.length, lax.count === events.length];
  if (isStrict && broken) throw new Error(`taken, though a path breaks the table: ${JSON.stringify(events)}`);
  if (isStrict && all.accepts(strict.state)) {
    const unfinished = paths.some(({ hasLeft, objects }) => !hasLeft && ![...objects.values()].every(isFinal));
    if (unfinished) throw new Error(`accepted, though a path leaves an object unfinished: ${JSON.stringify(events)}`);
  }
  if (!isLax) {
    const next = events[lax.count]!;
    const standing = pathsOf(events.slice(0, lax.count)).filter(({ hasLeft }) => !hasLeft);
    const isOver = next.kind === "close" || next.kind === "else";
    const refused = standing.map((heap) => (isOver ? collected(withoutScope(heap)) : performed(heap, next)));
    if (refused.some(({ isBroken }) => !isBroken))
      throw new Error(`a path keeps to the table: ${JSON.stringify(events)}`);
  }
  if (isStrict && !isLax) throw new Error(`refused only by the laxer machine: ${JSON.stringify(events)}`);
  return { strict: isStrict, lax: isLax, broken };
}

const EVENTS: readonly TypestateEvent[] = [
  declare("x", "fresh"),
  declare("y", { name: "x" }),
  declare("y", "fresh"),
  assign("x", { name: "y" }),
  assign("y", "unknown"),
  assign("z", { name: "x" }),
  giveAway("x"),
  call("x", "open"),
  call("x", "close"),
  call("y", "read"),
  call("y", "open"),
  open("block"),
  open("branch"),
  open("loop"),
  otherwise!,
  close!,
  leave!,
];

describe("every path keeps to the table", () => {
  test("in all programs of up to four events that begin with a declaration", () => {
    let [programs, refused] = [0, 0];
    const visit = (events: readonly TypestateEvent[]): void => {
      programs++;
      const { strict } = judged(events);
      if (!strict) refused++;
      if (!strict || events.length === 5) return;
      for (const event of EVENTS) if (nested([...events, event]).length > events.length) visit([...events, event]);
    };
    visit([declare("x", "fresh")]);
    expect(programs).toBeGreaterThan(10_000);
    expect(refused).toBeGreaterThan(1_000);
  });

  test("in random programs", () => {
    const count = { strict: 0, lax: 0, broken: 0 };
    const list = fc.array(fc.constantFrom(...EVENTS), { minLength: 4, maxLength: 16 });
    fc.assert(
      fc.property(list, (more) => {
        const { strict, lax, broken } = judged(nested([declare("x", "fresh"), ...more]));
        if (strict) count.strict++;
        if (lax) count.lax++;
        if (broken) count.broken++;
      }),
      { numRuns: samples(10_000) },
    );
    expect(Math.min(count.strict, count.broken, count.lax - count.strict)).toBeGreaterThan(samples(300));
  });

  test("nothing else is refused where there is one path, or where branches bind no names anew", () => {
    let [refused, branching] = [0, 0];
    const plain = EVENTS.filter(({ kind }) => kind !== "leave").filter(
      ({ kind }) => kind !== "open" && kind !== "else",
    );
    const straight = fc.array(fc.constantFrom(...plain, open("block")), { maxLength: 12 });
    const calls = EVENTS.filter(({ kind }) => kind === "call" || kind === "else" || kind === "close");
    const branches = fc.array(fc.constantFrom(...calls, open("branch")), { maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(straight, branches), (more) => {
        const events = nested([declare("x", "fresh"), declare("y", "fresh"), ...more]);
        const { strict, broken } = judged(events);
        if (broken) refused++;
        if (events.some(({ kind }) => kind === "else")) branching++;
        expect(strict).toBe(!broken);
      }),
      { numRuns: samples(3_000) },
    );
    expect(Math.min(refused, branching)).toBeGreaterThan(samples(100));
  });
});

describe("one by one", () => {
  const outcome = (machine: ObjectStates, ...events: readonly TypestateEvent[]): string => {
    const { count, state } = taken(machine, events);
    return count < events.length ? `refuses ${count}` : machine.accepts(state) ? "accepted" : "incomplete";
  };
  const x = declare("x", "fresh");

  test.each<[string, string, string, readonly TypestateEvent[]]>([
    [
      "two names of one object share its state",
      "accepted",
      "accepted",
      [x, declare("y", { name: "x" }), call("x", "open"), call("y", "close")],
    ],
    [
      "an object that is lost has to be finished",
      "refuses 2",
      "refuses 2",
      [x, call("x", "open"), assign("x", "fresh")],
    ],
    [
      "not while another name has it",
      "incomplete",
      "incomplete",
      [x, declare("y", { name: "x" }), call("x", "open"), assign("x", "fresh")],
    ],
    [
      "nor where it was given away",
      "accepted",
      "accepted",
      [x, call("x", "open"), giveAway("x"), assign("x", "unknown")],
    ],
    ["what has escaped takes any call", "accepted", "accepted", [x, giveAway("x"), call("x", "read")]],
    ["a scope ends with finished objects", "refuses 3", "refuses 3", [open("block"), x, call("x", "open"), close!]],
    [
      "after a branch that may be skipped, both states count",
      "refuses 4",
      "incomplete",
      [x, open("branch"), call("x", "open"), close!, call("x", "read")],
    ],
    [
      "both branches may lead to one state",
      "incomplete",
      "incomplete",
      [x, open("branch"), call("x", "open"), otherwise!, call("x", "open"), close!, call("x", "read")],
    ],
    [
      "a branch that leaves does not come back",
      "accepted",
      "accepted",
      [x, call("x", "open"), open("branch"), call("x", "close"), leave!, close!, call("x", "close")],
    ],
    ["nothing is left unfinished", "refuses 2", "refuses 2", [x, call("x", "open"), leave!]],
    [
      "a loop has to come back to where it began",
      "refuses 3",
      "accepted",
      [x, open("loop"), call("x", "open"), close!],
    ],
    ["and may go round", "accepted", "accepted", [x, open("loop"), call("x", "open"), call("x", "close"), close!]],
  ])("%s", (_, strict, lax, events) => {
    expect([outcome(all, ...events), outcome(some, ...events)]).toEqual([strict, lax]);
  });

  test("methods are those that the next call may be", () => {
    const { state } = taken(all, [x, open("branch"), call("x", "open"), close!]);
    const { state: lax } = taken(some, [x, open("branch"), call("x", "open"), close!]);
    expect([all.methods(state, "x"), some.methods(lax, "x")]).toEqual([[], ["open", "read", "close"]]);
  });

  test("equal keys are equal futures, whatever was made before", () => {
    const key = (...events: readonly TypestateEvent[]): string => all.key(taken(all, events).state);
    expect(key(x, assign("x", "fresh"))).toBe(key(x));
    expect(key(x, call("x", "open"), call("x", "close"))).toBe(key(x));
    expect(key(x, call("x", "open"))).not.toBe(key(x));
  });

  test("a table that is wrong is refused, and so is what does not nest", () => {
    expect(() => objectStates({ start: "a", states: { a: { m: "b" }, b: {} }, final: ["a"] })).toThrow(
      "no final state",
    );
    expect(() => all.step(all.start, close!)).toThrow(RangeError);
    expect(() => all.step(all.step(all.start, open("loop"))!, otherwise!)).toThrow(RangeError);
  });
});
