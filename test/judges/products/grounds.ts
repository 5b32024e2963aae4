// Languages with rules beside them, and the judges of their texts: a gap in Python with a typestate and a deny list, and a JSON Schema with a deny list
// and a protocol. The judges know nothing of monitors: CPython parses, ajv validates, and a regular expression finds the calls.

import { compileSchema } from "@espalier/json-schema";
import {
  deny,
  fromAutomaton,
  type Monitor,
  product,
  protocol,
  type Typestate,
  trimmed,
  typestate,
} from "@espalier/monitor";
import { type Vocabulary, vocabularyOfBytes } from "@espalier/vocabulary";
import { Ajv } from "ajv";
import { fillMiddle, python } from "espalier";
import type { Oracle } from "../cpython/oracle.js";

/** A language of a product, and what judges its texts. */
export interface Ground {
  readonly name: string;
  readonly monitor: Monitor<unknown>;
  /** What the monitor is the product of. */
  readonly parts: readonly Monitor<unknown>[];
  readonly vocabulary: Vocabulary;
  readonly maxTokens: number;
  /** What is wrong with a text; `undefined` for nothing. */
  fault(text: string): Promise<string | undefined>;
}

const BYTES = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const vocabularyOf = (pieces: readonly string[]): Vocabulary =>
  vocabularyOfBytes(
    [...BYTES, ...pieces.map((text) => new TextEncoder().encode(text)), { control: "<end>" }],
    ["<end>"],
  );

const PLAYER: Typestate = {
  start: "idle",
  states: {
    idle: { prepare: "ready" },
    ready: { start: "playing", reset: "idle" },
    playing: { stop: "idle", pause: "paused" },
    paused: { start: "playing", stop: "idle" },
  },
  final: ["idle"],
};
const DENIED = ["eval(", "exec(", "import "];
const SPOKEN = {
  start: "idle",
  states: { idle: { "client.ask": "asked" }, asked: { "server.tell": "idle", "server.refuse": "over" }, over: {} },
  final: ["idle", "over"],
} as const;

/** Where the calls on `names` lead; a sentence where one breaks the table. */
function callsFault(
  text: string,
  names: string,
  table: {
    readonly start: string;
    readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly final?: readonly string[] | undefined;
  },
  named: "by-party" | "alone",
): string | undefined {
  let state = table.start;
  // An identifier that is no member of something else, a dot and the rest, blanks between.
  const calls = new RegExp(
    `(?<![\\w$\\u0080-\\uffff]|\\.[ \\t\\n\\r\\f\\v]*)(${names})[ \\t\\n\\r\\f\\v]*\\.[ \\t\\n\\r\\f\\v]*([\\w$]*)`,
    "g",
  );
  for (const [, name, method] of text.matchAll(calls)) {
    const next = table.states[state]![named === "alone" ? method! : `${name}.${method}`];
    if (next === undefined) return `${name}.${method} in state ${state}`;
    state = next;
  }
  return table.final === undefined || table.final.includes(state) ? undefined : `the text ends in state ${state}`;
}

const PYTHON_PIECES = [
  "        ",
  "player",
  "player.",
  ".prepare()",
  ".start()\n",
  ".stop()",
  "\n        ",
  "eval(",
  "import ",
  "exec(",
  "pass\n",
  " = ",
  "if ",
  ":\n",
  "while True",
  "(",
  ")",
];

/** A gap in Python, whose middle keeps to a typestate and has nothing that is denied. */
export function pythonGround(oracle: Oracle): Ground {
  const [prefix, suffix] = ["def run(player, ready):\n    if ready:\n", "    return player\n"];
  const gap = fillMiddle(python({ version: oracle.version }), { prefix, suffix });
  const [calls, denied] = [typestate("player", PLAYER), deny(DENIED)];
  const rules = product(calls, denied);
  return {
    name: `a gap in Python ${oracle.version} × a typestate × a deny list`,
    monitor: product(gap as Monitor<number>, rules as Monitor<number>, { cost: "search" }) as Monitor<unknown>,
    parts: [gap, calls, denied] as Monitor<unknown>[],
    vocabulary: vocabularyOf(PYTHON_PIECES),
    maxTokens: 48,
    async fault(text) {
      const found = DENIED.find((each) => text.includes(each));
      if (found !== undefined) return `it has ${found}`;
      const [said] = await oracle.parse([prefix + text + suffix]);
      return said?.kind === "accept"
        ? callsFault(text, "player", PLAYER, "alone")
        : `CPython says ${JSON.stringify(said)}`;
    },
  };
}

const [FORBIDDEN, CALLED] = [
  ["eval(", "exec("],
  ["player.stop(", ".start("],
];

/**
 * A gap in Python whose product is decided: its middle has nothing that either list denies. No search is asked for, so each text must end
 * within its tokens by the costs of the product. The ground is `undefined` if the product is not decided.
 */
export function decidedPythonGround(oracle: Oracle): Ground | undefined {
  const [prefix, suffix] = ["def run(player, ready):\n    if ready:\n", "    return player\n"];
  const gap = fillMiddle(python({ version: oracle.version }), { prefix, suffix });
  const parts = [gap, deny(FORBIDDEN), deny(CALLED)] as Monitor<unknown>[];
  const monitor = parts.reduce((whole, part) => product(whole, part) as Monitor<unknown>);
  if (monitor.trim !== true) return undefined;
  return {
    name: `a gap in Python ${oracle.version} × two deny lists, decided`,
    monitor,
    parts,
    vocabulary: vocabularyOf(PYTHON_PIECES),
    maxTokens: 32,
    async fault(text) {
      const found = [...FORBIDDEN, ...CALLED].find((each) => text.includes(each));
      if (found !== undefined) return `it has ${found}`;
      const [said] = await oracle.parse([prefix + text + suffix]);
      return said?.kind === "accept" ? undefined : `CPython says ${JSON.stringify(said)}`;
    },
  };
}

/**
 * The product of a gap in Python with a typestate that does not accept everywhere and a deny list, decided: each text must end within its tokens by the costs of
 * the product, with the player idle. The ground is `undefined` if the product is not decided.
 */
function decidedTypestateGround(oracle: Oracle): Ground | undefined {
  const [prefix, suffix] = ["def run(player, ready):\n    if ready:\n", "    return player\n"];
  const gap = fillMiddle(python({ version: oracle.version }), { prefix, suffix });
  const parts = [gap, typestate("player", PLAYER), deny(FORBIDDEN)] as Monitor<unknown>[];
  const monitor = parts.reduce((whole, part) => product(whole, part) as Monitor<unknown>);
  if (monitor.trim !== true) return undefined;
  return {
    name: `a gap in Python ${oracle.version} × a typestate × a deny list, decided`,
    monitor,
    parts,
    vocabulary: vocabularyOf(PYTHON_PIECES),
    maxTokens: 48,
    async fault(text) {
      const found = FORBIDDEN.find((each) => text.includes(each));
      if (found !== undefined) return `it has ${found}`;
      const [said] = await oracle.parse([prefix + text + suffix]);
      return said?.kind === "accept"
        ? callsFault(text, "player", PLAYER, "alone")
        : `CPython says ${JSON.stringify(said)}`;
    },
  };
}

/** After the word `run`, letters and a semicolon have to come. */
function demandOfLetters(): Monitor<number> {
  const [other, letter, semicolon] = [0, 1, 2];
  const own = [..."run"].map((each) => each.charCodeAt(0));
  const classOf = Array.from({ length: 256 }, (_, byte) => {
    if (own.includes(byte)) return 3 + own.indexOf(byte);
    return byte >= 97 && byte <= 122 ? letter : byte === 59 ? semicolon : other;
  });
  const classes = 3 + own.length;
  const free = (matched: number): number[] => {
    const row = new Array<number>(classes).fill(0);
    row[3] = 1;
    if (matched > 0) row[3 + matched] = matched + 1;
    return row;
  };
  const demand = (end: number): number[] => {
    const row = new Array<number>(classes).fill(4);
    row[other] = -1;
    row[semicolon] = end;
    return row;
  };
  const next = [free(0), free(1), free(2), demand(-1), demand(0)].flat();
  return fromAutomaton({ start: 0, classOf, classCount: classes, next, accepting: [0, 1, 2] });
}

/**
 * A gap in Python with what leaves no way around: keywords and operators that are denied although nothing else can follow what may come before them, and a demand
 * of unbounded length.
 */
function exactPythonGround(oracle: Oracle): Ground {
  const denied = ["def", "==", "import ", "'"];
  const [prefix, suffix] = ["def go(player, ready):\n    if ready:\n", "    return player\n"];
  const gap = fillMiddle(python({ version: oracle.version }), { prefix, suffix });
  const rules = trimmed(product(deny(denied), demandOfLetters()));
  return {
    name: `a gap in Python ${oracle.version} × a deny list × a demand of unbounded length, decided`,
    monitor: product(gap as Monitor<number>, rules) as Monitor<unknown>,
    parts: [gap, deny(denied), demandOfLetters()] as Monitor<unknown>[],
    vocabulary: vocabularyOf([...PYTHON_PIECES, "run", "@player", "async ", "=", "de", "f", ";", "\n    ", '"']),
    maxTokens: 32,
    async fault(text) {
      const found = denied.find((each) => text.includes(each));
      if (found !== undefined) return `it has ${found}`;
      // The letters after a `run` may be `run` as well, so the demands are taken out one after another.
      if (text.replace(/run[a-z]+;/g, ";").includes("run")) return "nothing follows run";
      const [said] = await oracle.parse([prefix + text + suffix]);
      return said?.kind === "accept" ? undefined : `CPython says ${JSON.stringify(said)}`;
    },
  };
}

/** All grounds that a CPython judges. */
export function pythonGrounds(oracle: Oracle): readonly Ground[] {
  return [
    pythonGround(oracle),
    decidedPythonGround(oracle),
    decidedTypestateGround(oracle),
    exactPythonGround(oracle),
  ].filter((ground) => ground !== undefined);
}

const SCHEMA = {
  type: "object",
  properties: {
    steps: {
      type: "array",
      minItems: 1,
      items: { enum: ["client.ask(1)", "server.tell(2)", "server.refuse(0)", "wait"] },
    },
    note: { type: "string", maxLength: 20 },
  },
  required: ["steps"],
  additionalProperties: false,
};

/** JSON whose steps keep to a protocol, and whose note has nothing that is denied. */
export function schemaGround(): Ground {
  const denied = ["secret", "<"];
  const language = compileSchema(SCHEMA as never).language as Monitor<number>;
  const [without, spoken] = [deny(denied), protocol(["client", "server"], SPOKEN)];
  const isValid = new Ajv().compile(SCHEMA);
  return {
    name: "a JSON Schema × a deny list × a protocol",
    monitor: product(product(language, without), spoken) as Monitor<unknown>,
    parts: [language, without, spoken] as Monitor<unknown>[],
    vocabulary: vocabularyOf([
      '{"',
      'steps":["',
      '","',
      '"]',
      "client",
      ".ask(1)",
      "server.",
      "tell(2)",
      "refuse(0)",
      "wait",
      "secret",
      '"note":"',
      "sec",
      "<b>",
      "client.ask(1)",
    ]),
    maxTokens: 48,
    async fault(text) {
      const found = denied.find((each) => text.includes(each));
      if (found !== undefined) return `it has ${found}`;
      try {
        if (!isValid(JSON.parse(text))) return "ajv refuses it";
      } catch {
        return "it is no JSON";
      }
      return callsFault(text, "client|server", SPOKEN, "by-party");
    },
  };
}
