// A server of holes over a language of our own, small enough that its right answers can be written down: types are texts, and an error is each word of
// a text that is on a list.

import type { Entry, HoleServer, StaticError } from "@espalier/typed-holes";

/** The definitions and names of a program. */
export interface Script {
  readonly expected?: string;
  readonly definitions?: Readonly<Record<string, string>>;
  readonly entries?: readonly (readonly [name: string, type: string])[];
  /** Wrong words, and what the tools say of each. */
  readonly wrong?: Readonly<Record<string, string>>;
}

const words = (text: string): readonly string[] => text.match(/[A-Za-z_]+/g) ?? [];

/** Types are texts: `A -> B` returns `B`, `?` is unknown. Names with a capital are types. */
export function scriptedServer({ expected, definitions = {}, entries = [], wrong = {} }: Script): HoleServer<string> {
  const result = (type: string): string => type.split("->").at(-1)!.trim();
  return {
    language: "Script",
    getExpectedType: () =>
      expected === undefined
        ? { kind: "unknown", reason: "a statement" }
        : { kind: "closed", value: { text: expected, strength: "hard", by: "context", type: expected } },
    getTypingContext: () => entries.map(([name, type]): Entry<string> => ({ name, type, locality: "file" })),
    extractAliases: (type) =>
      words(type)
        .filter((name) => /^[A-Z]/.test(name))
        .map((name) => ({ id: name, name })),
    getTypeDefinition({ name }) {
      const text = definitions[name];
      return text === undefined ? undefined : { name, text: `${name} = ${text}`, type: text };
    },
    getTargetTypes: (type) => [...new Set([type, result(type)])],
    filterContext: (context, target) =>
      context.filter(({ type }) => type === target || result(type) === target || result(type) === "?"),
    scoreEntry: ({ type }) => (type.includes("?") ? (type.includes("->") ? 0.5 : 0) : 1),
    printHeader: ({ name, type, locality }) => ({ name, locality, text: `${name} : ${type}` }),
    getStaticErrors(_, text) {
      const errors: StaticError[] = [];
      for (const { 0: word, index } of text.matchAll(/[^\s]+/g)) {
        const message = wrong[word];
        const kind = word.startsWith("(") ? "syntax" : "type";
        if (message !== undefined)
          errors.push({ message, kind, severity: "error", from: index, to: index + word.length });
      }
      return errors;
    },
  };
}
