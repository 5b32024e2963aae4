// Misuse, as plain JavaScript commits it: every function that a package exports is called with values of every kind as its first argument. It takes
// the value, or throws an error that a program can tell by its code and a person can read: none from deep inside, and none longer than 1,000 characters.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./support/code-blocks.js";

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  5,
  -1,
  1.5,
  Number.NaN,
  "x",
  Symbol("s"),
  10n,
  () => 5,
  {},
  [],
  [undefined],
  [{}],
  new Date(0),
  Promise.resolve(1),
];

/** Packages whose functions do not check their arguments yet; `arguments` itself is called once a function, where it is defined. */
const UNCHECKED_PACKAGES = new Set(["arguments", "chat", "context", "context-syntax"]);
/** Functions that do not check their arguments yet. */
const UNCHECKED = new Set(["monitor.auditStep", "monitor.monitorOf", "notation.grammar"]);

type Exports = Readonly<Record<string, unknown>>;

/** Calls `f`, and awaits what it returns: the first item of what is asynchronously iterable. */
async function called(f: (value: unknown) => unknown, value: unknown): Promise<void> {
  const result = (await f(value)) as { next?(): unknown; [Symbol.asyncIterator]?: unknown } | undefined;
  if (typeof result === "object" && typeof result?.[Symbol.asyncIterator] === "function") await result.next?.();
}

const packages = readdirSync(path.join(root, "packages")).filter((name) => !UNCHECKED_PACKAGES.has(name));

describe.each(packages)("%s", (name) => {
  test("takes a value, or refuses it with a typed error that is short", async () => {
    const exports = (await import(path.join(root, "packages", name, "src/index.ts"))) as Exports;
    const wrong: string[] = [];
    for (const [own, f] of Object.entries(exports)) {
      if (typeof f !== "function" || /^[A-Z]/.test(own) || UNCHECKED.has(`${name}.${own}`)) continue;
      for (const value of VALUES) {
        try {
          await called(f as (value: unknown) => unknown, value);
        } catch (error) {
          const { code, message } = error as { code?: unknown; message: string };
          if (typeof code !== "string" || message.length >= 1_000) wrong.push(`${own}: ${message.slice(0, 100)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
