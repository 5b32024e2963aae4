// The kinds of arguments that all packages share.
import { type Fault, type Kind, within } from "./kind.js";
import { named, shortened } from "./named.js";

/** Returns a hint about a value of the wrong kind: what the caller probably meant, as a whole sentence. */
type Hint = (value: unknown) => string | undefined;

function kindOf(what: string, holds: (value: unknown) => boolean, hint?: Hint): Kind {
  return { what, fault: (value) => (holds(value) ? undefined : faultOf(what, value, hint)) };
}

function faultOf(what: string, value: unknown, hint?: Hint): Fault {
  const rest = (): string => {
    const more = hint?.(value);
    return more === undefined ? "" : ` ${more}`;
  };
  if (value === undefined) return { code: "missing", path: [], message: () => `${what}.${rest()}` };
  return { code: "wrong-type", path: [], message: () => `${what}, not ${named(value)}.${rest()}` };
}

/** Any value, including `undefined`. */
export const anything: Kind = kindOf("anything", () => true);

/** A string. */
export const text: Kind = kindOf("a string", (value) => typeof value === "string");

/** `true` or `false`. */
export const boolean: Kind = kindOf("true or false", (value) => typeof value === "boolean");

/** A function. Its parameters and results cannot be checked before it is called. */
export const callable: Kind = kindOf("a function", (value) => typeof value === "function");

/** An iterable object. Its items are not checked, because that would consume an iterator. Strings are not accepted. */
export const iterable: Kind = kindOf(
  "a list",
  (value) => isObject(value) && typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === "function",
  (value) =>
    typeof value === "string" ? `Put it into brackets: [${named(value).replace("the string ", "")}].` : undefined,
);

/** Bounds of a number, both included. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A finite number within bounds. `Infinity` is accepted only as a bound. */
export function number(bounds: Bounds = {}): Kind {
  return numberKind("a number", (value) => Number.isFinite(value) || value === bounds.max, bounds);
}

/** An integer within bounds. `Infinity` is accepted only as a bound. */
export function integer(bounds: Bounds = {}): Kind {
  return numberKind("an integer", (value) => Number.isInteger(value) || value === bounds.max, bounds);
}

function numberKind(noun: string, holds: (value: number) => boolean, { min, max }: Bounds): Kind {
  const lowest = min === undefined ? "" : `of at least ${min}`;
  const highest = max === undefined || max === Number.POSITIVE_INFINITY ? "" : `at most ${max}`;
  const what = [noun, [lowest, highest].filter((bound) => bound !== "").join(" and ")].filter(Boolean).join(" ");
  return {
    what,
    fault(value) {
      if (typeof value !== "number" || !holds(value)) {
        const fault = faultOf(what, value);
        return typeof value === "number" ? { ...fault, code: "out-of-range" } : fault;
      }
      if (value >= (min ?? value) && value <= (max ?? value)) return undefined;
      return { ...faultOf(what, value), code: "out-of-range" };
    },
  };
}

/** One of the given strings. */
export function oneOf(...values: readonly string[]): Kind {
  const [last, ...others] = [...values].reverse().map((value) => JSON.stringify(value));
  return kindOf([others.reverse().join(", "), last].filter(Boolean).join(" or "), (value) =>
    values.includes(value as string),
  );
}

/** A value of any of `kinds`. */
export function either(...kinds: readonly Kind[]): Kind {
  const what = kinds.map((kind) => kind.what).join(", or ");
  return {
    what,
    fault(value) {
      let faults: Fault[] | undefined;
      for (const kind of kinds) {
        const fault = kind.fault(value);
        if (fault === undefined) return undefined;
        (faults ??= []).push(fault);
      }
      // A fault inside the value is more informative than "neither kind".
      return faults?.find(({ path }) => path.length > 0) ?? faultOf(what, value);
    },
  };
}

/** The same values as `kind`, under another name, with a hint for other values. */
export function called(what: string, kind: Kind, hint?: Hint): Kind {
  return {
    what,
    fault(value) {
      const fault = kind.fault(value);
      return fault === undefined || fault.path.length > 0 ? fault : { ...faultOf(what, value, hint), code: fault.code };
    },
  };
}

/** A value of `kind`, or `undefined`. */
export function optionally(kind: Kind): Kind {
  return { what: kind.what, fault: (value) => (value === undefined ? undefined : kind.fault(value)) };
}

/** An array whose items are of `kind`, at least `least` of them. Linear in its length. */
export function listOf(kind: Kind, least = 0): Kind {
  const what = least > 0 ? "a non-empty list" : "a list";
  return {
    what,
    fault(value) {
      if (!Array.isArray(value) || value.length < least) return faultOf(what, value);
      for (let i = 0; i < value.length; i++) {
        const fault = kind.fault(value[i]);
        if (fault !== undefined) return within(i, fault);
      }
      return undefined;
    },
  };
}

/** An array of exactly these kinds. */
export function tuple(...kinds: readonly Kind[]): Kind {
  const what = `[${kinds.map((kind) => kind.what).join(", ")}]`;
  return {
    what,
    fault(value) {
      if (!Array.isArray(value) || value.length !== kinds.length) return faultOf(what, value);
      for (const [i, kind] of kinds.entries()) {
        const fault = kind.fault(value[i]);
        if (fault !== undefined) return within(i, fault);
      }
      return undefined;
    },
  };
}

/** An object whose members are all of `kind`, with any names. */
export function recordOf(kind: Kind, what: string): Kind {
  return {
    what,
    fault(value) {
      if (!isObject(value) || Array.isArray(value)) return faultOf(what, value);
      for (const [name, member] of Object.entries(value)) {
        const fault = kind.fault(member);
        if (fault !== undefined) return within(shortened(name), fault);
      }
      return undefined;
    },
  };
}

/** A typed array, recognised by the name of its class, from any realm. */
export function typedArray(name: "Uint8Array" | "Uint16Array" | "Uint32Array" | "Float32Array"): Kind {
  return kindOf(
    `a ${name}`,
    (value) => ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === name,
  );
}

/** The requirement on a member of an object: any value that is present, a JavaScript type, or a kind. */
type Member = "any" | "boolean" | "function" | "number" | "object" | "string" | Kind;

/**
 * An object with at least these members; `what` is its name in messages. This is a structural check: it distinguishes
 * the objects of these packages from one another and accepts other implementations.
 */
export function having(what: string, members: Readonly<Record<string, Member>>, hint?: Hint): Kind {
  const wanted = Object.entries(members);
  return {
    what,
    fault(value) {
      if (!isObject(value)) return faultOf(what, value, hint);
      for (const [name, member] of wanted) {
        const inner = value[name];
        if (typeof member === "object") {
          const fault = member.fault(inner);
          if (fault !== undefined) return inner === undefined ? faultOf(what, value, hint) : within(name, fault);
        } else if (member === "any" ? !(name in value) : typeof inner !== member || inner === null) {
          return faultOf(what, value, hint);
        }
      }
      return undefined;
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
