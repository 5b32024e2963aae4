// What TypeScript 7's synchronous API does not tell. Whatever meets it has no answer, rather than one that may be wrong.

/** The API does not tell something that an answer depends on. */
export class Untold extends Error {
  override readonly name = "Untold";
}

/** Wraps an object so that reading a member that it lacks throws. The code that it is passed to was written for an older compiler, which has more members. */
export function complete<Value extends object>(what: string, value: Value): Value {
  return new Proxy(value, {
    get(target, name) {
      if (name in target || typeof name === "symbol") return Reflect.get(target, name);
      throw new Untold(`TypeScript 7's API has no ${what}.${name}`);
    },
  });
}

/** The value, which the API returns where it can. */
export function told<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Untold(`TypeScript 7 does not tell ${what}`);
  return value;
}
