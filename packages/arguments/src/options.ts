// Kinds of options objects: every member must be known and of its kind.
import { type Fault, type Kind, within } from "./kind.js";
import { named, shortened } from "./named.js";
import { nearest, plain } from "./spelling.js";

/** A kind for each member of an options type. The compiler reports a missing one. */
export type KindsOf<Options> = Readonly<Record<keyof Options, Kind>>;

/** A kind for an option that must be present. */
export interface Required extends Kind {
  readonly required: true;
}

/** Marks `kind` as a required option. */
export function required(kind: Kind): Required {
  return { what: kind.what, required: true, fault: (value) => kind.fault(value) };
}

/**
 * An options object with the members `kinds`; `undefined` counts as absent. `instead` maps option names that other
 * libraries use (letters and digits, in lower case) to what to write here.
 *
 * @example
 * const kind = options({ maxTokens: integer({ min: 1 }) });
 * kind.fault({ max_token: 3 })?.message(); // => "Did you mean `maxTokens`?"
 */
export function options(kinds: Readonly<Record<string, Kind>>, instead: Readonly<Record<string, string>> = {}): Kind {
  const what = "an object of options";
  const names = Object.keys(kinds);
  const kindOf = new Map(Object.entries(kinds));
  const needed = names.filter((name) => "required" in kinds[name]!);
  return {
    what,
    fault(value) {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return { code: "wrong-type", path: [], message: () => `${what}, not ${named(value)}.` };
      const members = value as Readonly<Record<string, unknown>>;
      const own = Object.keys(members);
      for (const name of own) {
        if (kindOf.has(name) || members[name] === undefined) continue;
        return { code: "unknown-option", path: [shortened(name)], message: () => suggestion(name, names, instead) };
      }
      // Only an object with another prototype is asked for every name, because reading an absent member is slow.
      for (const name of Object.getPrototypeOf(value) === Object.prototype ? own : names) {
        const member = members[name];
        const fault = member === undefined ? undefined : kindOf.get(name)!.fault(member);
        if (fault !== undefined) return within(name, fault);
      }
      for (const name of needed) if (members[name] === undefined) return missing(name, kindOf.get(name)!);
      return undefined;
    },
  };
}

function missing(name: string, kind: Kind): Fault {
  const fault = kind.fault(undefined);
  return { code: "missing", path: [name], message: () => fault?.message() || `${kind.what}.` };
}

function suggestion(name: string, names: readonly string[], instead: Readonly<Record<string, string>>): string {
  const meant = Object.hasOwn(instead, plain(name)) ? instead[plain(name)] : nearest(name, names);
  return meant === undefined ? `It takes ${names.join(", ")}.` : `Did you mean \`${meant}\`?`;
}
