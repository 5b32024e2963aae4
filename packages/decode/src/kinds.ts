// The kinds of arguments that the functions of this package check.
import {
  anything,
  callable,
  either,
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  number,
  oneOf,
  options,
  required,
  text,
  typedArray,
} from "@espalier/arguments";
import { modelKind, sessionKind, signalKind } from "@espalier/model";
import { monitorKind } from "@espalier/monitor";
import { maskerKind } from "@espalier/trie";
import type { AttemptsOptions } from "./attempts.js";
import type { MiddleOptions } from "./fill-in-middle.js";
import type { GenerateOptions } from "./generation.js";
import type { Sampling } from "./sampling.js";

const bytes = typedArray("Uint8Array");
const count = integer({ min: 0, max: Number.POSITIVE_INFINITY });
/** Token ids. Whether the model has them is checked once the model is known. */
const ids = listOf(integer({ min: 0 }));

const SAMPLING: KindsOf<Sampling> = {
  temperature: number({ min: 0 }),
  topK: integer({ min: 1 }),
  topP: number({ min: 0, max: 1 }),
  minP: number({ min: 0, max: 1 }),
  repetitionPenalty: number({ min: 0 }),
};

/** How to pick tokens. */
export const samplingKind: Kind = options(SAMPLING);

/** The options of a generation but for its language. */
const GENERATING: KindsOf<Omit<GenerateOptions, "monitor" | "masker" | "soft">> = {
  model: required(modelKind),
  prompt: required(either(text, ids)),
  from: anything,
  maxTokens: integer({ min: 0 }),
  ifShort: oneOf("refuse", "go-on"),
  sampling: samplingKind,
  seed: integer(),
  stop: listOf(either(text, bytes)),
  heal: bytes,
  stopping: oneOf("last", "best", "best-when-cut"),
  stopAfter: listOf(having("a rule { start, step, placeOf }", { step: "function", placeOf: "function" })),
  lean: number({ min: 0 }),
  signal: signalKind,
  session: sessionKind,
  answer: callable,
  whileWaiting: oneOf("draft", "wait"),
  forcing: oneOf("on", "off"),
  masks: oneOf("lazy", "eager"),
  maxRewinds: integer({ min: 0 }),
  fuel: having("fuel, as createFuel makes it", { allowed: "number", run: "function" }),
  onStep: callable,
  clock: callable,
};

/** The options of a generation, for packages that pass them on. */
export const generateOptions: KindsOf<GenerateOptions> = {
  ...GENERATING,
  monitor: monitorKind,
  masker: maskerKind,
  soft: listOf(options({ monitor: required(monitorKind), penalty: required(number({ min: 0 })) })),
};

/** The arguments of a generation in a page. */
export const pageGenerateKind: Kind = options({ ...GENERATING, masker: required(maskerKind) }, { language: "masker" });

/** The arguments of a generation. Hints cover the names of the `espalier` package and of other libraries. */
export const generateKind: Kind = options(generateOptions, {
  language: "monitor",
  grammar: "monitor",
  maxoutputtokens: "maxTokens",
  maxnewtokens: "maxTokens",
  temperature: "sampling: { temperature }",
});

const ATTEMPTS: KindsOf<AttemptsOptions> = {
  model: required(modelKind),
  prompt: required(listOf(integer({ min: 0 }), 1)),
  monitor: required(monitorKind),
  maxTokens: integer({ min: 1, max: Number.POSITIVE_INFINITY }),
  attempts: integer({ min: 1, max: Number.POSITIVE_INFINITY }),
};

/** The options of `completeByAttempts`. */
export const attemptsKind: Kind = options(ATTEMPTS);

const MIDDLE: KindsOf<MiddleOptions> = {
  filesRoom: number({ min: 0, max: Number.POSITIVE_INFINITY }),
  family: text,
  order: text,
  reserve: count,
  healing: oneOf("on", "off"),
  path: text,
  repository: text,
  files: listOf(having("a file { path?, text }", { text })),
};

/** The options of a prompt for a middle. */
export const middleKind: Kind = options(MIDDLE);

const list = having("a list of numbers", { length: integer({ min: 0 }) });

/** Tokens and their logits. */
export const candidatesKind: Kind = having("candidates { ids, logits }", { ids: list, logits: list });

/** Tokens and their probabilities. */
export const distributionKind: Kind = having("a distribution { ids, probabilities }", {
  ids: list,
  probabilities: list,
});
