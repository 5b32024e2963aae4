// What is made and dropped, with a list of its own that only it refers to.

import { parseRegex, regexMonitor } from "@espalier/automata";
import { createDocument, createLexedLanguage } from "@espalier/gaps";
import { star, terminal } from "@espalier/grammar";
import { compileSchema, compileValidated, schemaSource } from "@espalier/json-schema";
import { type Factor, gate, type Monitor, product, sequence, strings, trigger, union, until } from "@espalier/monitor";
import { createLanguage, overLexemes } from "@espalier/syntax";

const NUMBERS = 10_000;
/** The least size of a list, of 8 bytes for each number. */
export const BALLAST_BYTES = 8 * NUMBERS;

const ballast = (): readonly number[] => new Array<number>(NUMBERS).fill(0);

const schema = (more: object = {}): unknown => ({ type: "string", ...more, examples: ballast() });

const ABC = strings(["abc"]);
/** Its automaton has one state, in which no lexeme ends. */
const FACTOR: Factor<number> = {
  automaton: { size: 1, next: new Int32Array(256).fill(-1) } as unknown as Factor<number>["automaton"],
  local: () => 0,
  cross: () => undefined,
  sketch: (state) => state,
  costsAlike: () => true,
};

/** A monitor that holds a list, as its table does. */
function part(more: object = {}): Monitor<number> {
  const items = ballast();
  return { ...ABC, table: { ...ABC.table!, items }, ...more, items } as Monitor<number>;
}

const word = createLanguage({
  grammar: { start: "text", rules: [{ name: "text", body: terminal("word") }] },
  terminals: [{ kind: "pattern", name: "word", regex: parseRegex("[a-z]+") }],
  skip: [],
  munch: "maximal",
});
const lines = createLexedLanguage({
  grammar: { start: "text", rules: [{ name: "text", body: star(terminal("line")) }] },
  kinds: [{ name: "line", regex: parseRegex("[a-z]+;[\\n]"), modes: ["text"], terminals: ["line"] }],
  modes: [{ name: "text" }],
});

export const CASES: Readonly<Record<string, () => unknown>> = {
  compileSchema: () => compileSchema(schema()),
  compileValidated: () => compileValidated(schema({ pattern: "^(?=a)(?<b>c)\\k<b>" }), {}),
  schemaSource: () => schemaSource(schema()),
  regexMonitor: () => regexMonitor(Object.assign({ ...parseRegex("[a-z]+") }, { items: ballast() })),
  union: () => union(part(), ABC),
  sequence: () => sequence(part({ factor: FACTOR }), ABC),
  product: () => product(part({ factor: FACTOR }), part(), { cost: "search" }),
  gate: () => gate(trigger([{ markers: ["<"], language: until(">"), mode: "tag" }]), ["tag"], part()),
  overLexemes() {
    const items = ballast();
    return overLexemes(word, { start: 0, lexeme: () => items[0], accepts: () => true });
  },
  // Its lines take more than the list of the others.
  createDocument: () => createDocument(lines, "one;\n".repeat(5_000)),
};
