// Three of the things that the demo asks of the model (the others are in hole.ts and member.ts): a language, a prompt that shows what is wanted, and a judge that
// has nothing to do with this repository's languages. Free texts get every chance: they end where the prompt's own text would.

import type { Answering } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { lark, regex } from "espalier";
import { isJsonObject, isQuery, isTimestamp, TIMESTAMP } from "./judges.js";

/** One prompt, completed freely and within a language. */
export interface Task {
  readonly name: string;
  /** What the language is, and who judges. */
  readonly about: string;
  readonly language: Monitor<unknown>;
  /** Answers the questions of the language, if it asks any. */
  readonly answer?: Answering;
  /** A text, or for a gap the tokens that ask for it. */
  readonly prompt: string | ((model: Model) => readonly number[]);
  /** The model, where more tokens than usual end a text. */
  readonly model?: (model: Model) => Model;
  readonly maxTokens: number;
  /** Where a free text ends; not part of the text. */
  readonly stop: readonly string[];
  readonly isValid: (text: string) => boolean;
}

const JSON_OBJECTS = String.raw`
  start: object
  object: "{" pair (", " pair)* "}"
  pair: KEY ": " value
  value: object | array | STRING | NUMBER | "true" | "false" | "null"
  array: "[" (value (", " value)*)? "]"
  KEY: /"[a-z_]{1,12}"/
  STRING: /"[ !#-\[\]-~]{0,24}"/
  NUMBER: /-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?/
`;

const QUERIES = `
  start: query ";"
  query: "SELECT " columns " FROM " NAME (" WHERE " any)? (" ORDER BY " NAME " DESC"?)?
  columns: "*" | column (", " column)*
  column: NAME | ("COUNT" | "MIN" | "MAX" | "SUM") "(" NAME ")" | "COUNT(*)"
  any: all (" OR " all)*
  all: test (" AND " test)*
  test: NAME (" = " | " < " | " > ") (NUMBER | TEXT) | NAME " IN (" query ")" | "(" any ")"
  NAME: /[a-z][a-z_]{0,11}/
  NUMBER: /[0-9]{1,6}/
  TEXT: /'[A-Za-z0-9 ]{0,16}'/
`;

export const tasks: readonly (Task & { readonly prompt: string })[] = [
  {
    name: "JSON",
    about: "objects, by a Lark grammar; judged by JSON.parse",
    language: lark(JSON_OBJECTS),
    prompt: [
      '{"name": "Ada", "age": 36, "tags": ["math", "poetry"]}',
      '{"name": "http", "version": 2, "private": false}',
      '{"path": "/usr/lib", "size": 4096, "owner": {"id": 0}}',
      "",
    ].join("\n"),
    maxTokens: 40,
    stop: ["\n"],
    isValid: isJsonObject,
  },
  {
    name: "SQL",
    about: "queries with nested conditions, by a Lark grammar; judged by a parser of its own",
    language: lark(QUERIES),
    prompt: [
      "queries = [",
      '    "SELECT name, email FROM users WHERE age > 30 ORDER BY name;",',
      "    \"SELECT COUNT(*) FROM orders WHERE (state = 'open' OR total > 100);\",",
      '    "SELECT id FROM items WHERE owner IN (SELECT id FROM users);",',
      '    "',
    ].join("\n"),
    maxTokens: 48,
    stop: ['"', "\n"],
    isValid: isQuery,
  },
  {
    name: "timestamps",
    about: "ISO 8601, by a regular expression; judged by RegExp",
    language: regex(TIMESTAMP),
    prompt: 'created = "2021-03-04T05:06:07Z"\nupdated = "2022-11-30T18:45:10.25Z"\nexpires = "',
    maxTokens: 32,
    stop: ['"', "\n"],
    isValid: isTimestamp,
  },
];
