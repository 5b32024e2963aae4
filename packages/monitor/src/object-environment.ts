// What is known about names and objects on all paths to one point of a program (used by object-states.ts): the scopes
// with their names, the possible objects of each name, and the possible states of each object.

import type { Typestate } from "./typestate.js";
import type { ObjectValue, TypestateEvent } from "./typestate-event.js";

/** The value of a name: one of some objects or, if `elsewhere` is true, possibly something else. */
interface Binding {
  readonly objects: ReadonlySet<number>;
  readonly elsewhere: boolean;
}

interface ObjectCell {
  /** The states that it may be in, on paths where it is tracked. */
  readonly states: ReadonlySet<string>;
  /** Whether there may be paths where nothing is known about it, because it has escaped or was not created. */
  readonly free: boolean;
}

/** Everything known at one place. Immutable. */
export interface Environment {
  /** The innermost scope is last. */
  readonly scopes: readonly ReadonlyMap<string, Binding>[];
  readonly cells: ReadonlyMap<number, ObjectCell>;
}

/** The environment before a program. */
export const ENTRY: Environment = { scopes: [new Map()], cells: new Map() };

/** Events about names. */
export type NameEvent = Extract<TypestateEvent, { readonly name: string }>;

/** The transitions between environments. */
export interface Environments {
  after(now: Environment, event: NameEvent): Environment | "refused";
  /** Returns the environment with a new scope. */
  entered(now: Environment): Environment;
  /** Returns the environment without the innermost scope. */
  left(now: Environment): Environment | "refused";
  /** Returns the environment where two paths join. */
  joined(a: Environment | undefined, b: Environment | undefined): Environment | undefined;
  /** Returns the environment before any iteration of a loop that is entered with `now`. */
  beforeLoop(now: Environment): Environment;
  /** Returns whether a loop that was entered with `before` may repeat with `after`. */
  mayRepeat(after: Environment, before: Environment): boolean;
  /** Returns whether all objects may be dropped. */
  isFinished(now: Environment): boolean;
  /** Returns a function that encodes environments, with one numbering of their objects. */
  keys(): (environment: Environment | undefined) => unknown;
}

const UNKNOWN: Binding = { objects: new Set(), elsewhere: true };

export function environments(table: Typestate, paths: "all" | "some"): Environments {
  const names = Object.keys(table.states);
  const final = new Set(table.final ?? names);
  const nextOf = (state: string, method: string): string | undefined => {
    const row = table.states[state]!;
    return Object.hasOwn(row, method) ? row[method] : undefined;
  };
  // Object numbers are never reused, so those of two branches differ.
  let last = 0;

  const mayEnd = ({ states, free }: ObjectCell): boolean =>
    paths === "all"
      ? [...states].every((state) => final.has(state))
      : free || [...states].some((its) => final.has(its));

  /** Removes objects that no name refers to any more. */
  function swept(now: Environment): Environment | "refused" {
    const bound = new Set(now.scopes.flatMap((scope) => [...scope.values()].flatMap(({ objects }) => [...objects])));
    const lost = [...now.cells].filter(([object]) => !bound.has(object));
    if (lost.length === 0) return now;
    if (!lost.every(([, cell]) => mayEnd(cell))) return "refused";
    return { ...now, cells: new Map([...now.cells].filter(([object]) => bound.has(object))) };
  }

  const bindingOf = ({ scopes }: Environment, name: string): Binding | undefined =>
    scopes.findLast((scope) => scope.has(name))?.get(name);

  /** Changes the objects of a binding: certainly if there is only one, possibly if there are several. */
  function changed(
    now: Environment,
    { objects, elsewhere }: Binding,
    by: (cell: ObjectCell) => ObjectCell,
  ): Environment {
    const isCertain = objects.size === 1 && !elsewhere;
    const cells = new Map(now.cells);
    for (const object of objects) {
      const cell = cells.get(object)!;
      cells.set(object, isCertain ? by(cell) : union(cell, by(cell)));
    }
    return { ...now, cells };
  }

  const escaped = (now: Environment, name: string): Environment => {
    const binding = bindingOf(now, name);
    return binding === undefined ? now : changed(now, binding, () => ({ states: new Set(), free: true }));
  };

  function called(now: Environment, name: string, method: string): Environment | "refused" {
    const binding = bindingOf(now, name);
    if (binding === undefined) return now;
    const takes = (state: string): boolean => nextOf(state, method) !== undefined;
    const cells = [...binding.objects].map((object) => now.cells.get(object)!);
    const isTaken =
      paths === "all"
        ? cells.every(({ states }) => [...states].every(takes))
        : binding.elsewhere || cells.some(({ states, free }) => free || [...states].some(takes));
    if (!isTaken) return "refused";
    return changed(now, binding, ({ states, free }) => ({
      states: new Set([...states].filter(takes).map((state) => nextOf(state, method)!)),
      free,
    }));
  }

  /** Returns the binding of `value`, and the environment that contains it. */
  function valued(now: Environment, value: ObjectValue): readonly [Environment, Binding] {
    if (value === "unknown") return [now, UNKNOWN];
    if (value !== "fresh") return [now, bindingOf(now, value.name) ?? UNKNOWN];
    const object = ++last;
    const cells = new Map(now.cells).set(object, { states: new Set([table.start]), free: false });
    return [
      { ...now, cells },
      { objects: new Set([object]), elsewhere: false },
    ];
  }

  function bound(now: Environment, at: number, name: string, value: ObjectValue): Environment | "refused" {
    const [{ cells, scopes }, binding] = valued(now, value);
    return swept({
      cells,
      scopes: scopes.map((scope, depth) => (depth === at ? new Map(scope).set(name, binding) : scope)),
    });
  }

  function after(now: Environment, event: NameEvent): Environment | "refused" {
    if (event.kind === "call") return called(now, event.name, event.method);
    if (event.kind === "escape") return escaped(now, event.name);
    if (event.kind === "declare") return bound(now, now.scopes.length - 1, event.name, event.value);
    const at = now.scopes.findLastIndex((scope) => scope.has(event.name));
    if (at >= 0) return bound(now, at, event.name, event.value);
    return typeof event.value === "object" ? escaped(now, event.value.name) : now;
  }

  return {
    after,
    entered: (now) => ({ ...now, scopes: [...now.scopes, new Map()] }),
    left: (now) => swept({ ...now, scopes: now.scopes.slice(0, -1) }),
    joined(a, b) {
      if (a === undefined || b === undefined) return a ?? b;
      const scopes = a.scopes.map((scope, depth) => {
        const other = b.scopes[depth]!;
        return new Map([...scope].map(([name, binding]) => [name, either(binding, other.get(name)!)] as const));
      });
      const cells = new Map<number, ObjectCell>();
      for (const object of new Set([...a.cells.keys(), ...b.cells.keys()])) {
        const [one, other] = [a.cells.get(object), b.cells.get(object)];
        cells.set(object, one && other ? union(one, other) : { ...(one ?? other)!, free: true });
      }
      return { scopes, cells };
    },
    beforeLoop(now) {
      if (paths === "all") return now;
      // Earlier iterations may have changed anything.
      const scopes = now.scopes.map(
        (scope) => new Map([...scope].map(([name, { objects }]) => [name, { objects, elsewhere: true }] as const)),
      );
      return {
        scopes,
        cells: new Map([...now.cells.keys()].map((object) => [object, { states: new Set(names), free: true }])),
      };
    },
    mayRepeat: (now, before) =>
      paths === "some" ||
      (now.scopes.every((scope, depth) =>
        [...scope].every(([name, its]) => isWithin(its, before.scopes[depth]!.get(name)!)),
      ) &&
        [...now.cells].every(([object, { states }]) => isSubset(states, before.cells.get(object)!.states))),
    isFinished: ({ cells }) => [...cells.values()].every(mayEnd),
    keys() {
      const numbers = new Map<number, number>();
      const numberOf = (object: number): number => {
        if (!numbers.has(object)) numbers.set(object, numbers.size);
        return numbers.get(object)!;
      };
      return (environment) =>
        environment && [
          environment.scopes.map((scope) =>
            [...scope].map(([name, { objects, elsewhere }]) => [name, [...objects].map(numberOf), elsewhere]),
          ),
          [...environment.cells].map(([object, { states, free }]) => [numberOf(object), [...states].sort(), free]),
        ];
    },
  };
}

const union = (a: ObjectCell, b: ObjectCell): ObjectCell => ({
  states: new Set([...a.states, ...b.states]),
  free: a.free || b.free,
});
const either = (a: Binding, b: Binding): Binding => ({
  objects: new Set([...a.objects, ...b.objects]),
  elsewhere: a.elsewhere || b.elsewhere,
});
const isSubset = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => [...a].every((each) => b.has(each));
const isWithin = (a: Binding, b: Binding): boolean => isSubset(a.objects, b.objects) && (!a.elsewhere || b.elsewhere);
