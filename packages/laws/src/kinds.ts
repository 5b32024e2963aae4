// The kinds of arguments that the functions of this package check.
import {
  callable,
  checkArgument,
  either,
  having,
  integer,
  iterable,
  type Kind,
  type KindsOf,
  listOf,
  oneOf,
  options,
  text,
  typedArray,
} from "@espalier/arguments";
import type { CostsCheckOptions } from "./check-costs.js";
import type { MasksCheckOptions } from "./check-masks.js";
import type { MembershipCheckOptions } from "./check-membership.js";
import type { MonitorCheckOptions } from "./check-monitor.js";
import type { FakeModelOptions } from "./fake-model.js";
import type { GrammarsOptions } from "./grammars.js";
import type { CheckOptions } from "./law-error.js";
import type { MembersOptions } from "./members.js";
import type { RegexesOptions } from "./regexes.js";
import type { SentencesOptions } from "./sentences.js";
import type { VocabulariesOptions } from "./vocabularies.js";

/** A fast-check arbitrary. */
export const arbitraryKind: Kind = having("an arbitrary of fast-check", { generate: "function", shrink: "function" });

/** A text as symbols. */
export const symbolsKind: Kind = having("a list of symbols", { length: integer({ min: 0 }) });

const textKind: Kind = either(text, typedArray("Uint8Array"), listOf(integer({ min: 0 })));
const arrayOfTexts = listOf(textKind);
/** Texts in any iterable. Only the items of arrays are checked here. */
const textsKind: Kind = {
  what: "a list of texts",
  fault: (value) => (Array.isArray(value) || ArrayBuffer.isView(value) ? arrayOfTexts : iterable).fault(value),
};
/** Yields texts and checks each one when it is read. */
export function* checkedTexts<Text>(where: string, texts: Iterable<Text>): Generator<Text> {
  let at = 0;
  for (const each of texts) {
    checkArgument(where, `options.texts[${at++}]`, each, textKind);
    yield each;
  }
}

const count = integer({ min: 0, max: Number.POSITIVE_INFINITY });

const CHECK: KindsOf<CheckOptions> = { runs: count, seed: integer() };
const MASKS: KindsOf<MasksCheckOptions<unknown>> = {
  ...CHECK,
  symbols: count,
  searched: count,
  maskers: listOf(callable),
};
const MEMBERS: KindsOf<MembersOptions> = { symbols: count, searched: count };
const MEMBERSHIP: KindsOf<MembershipCheckOptions> = { ...CHECK, ...MEMBERS, texts: textsKind };
const MONITOR: KindsOf<MonitorCheckOptions> = {
  ...CHECK,
  answer: callable,
  texts: textsKind,
  symbols: count,
  searched: count,
};
const COSTS: KindsOf<CostsCheckOptions> = { ...CHECK, texts: listOf(textKind, 1), symbols: count };
const FAKE: KindsOf<FakeModelOptions> = { logitsSize: count, contextLength: count };
const GRAMMARS: KindsOf<GrammarsOptions> = { terminals: listOf(text), rules: count, depth: count };
const REGEXES: KindsOf<RegexesOptions> = { letters: text, depth: count, booleans: listOf(oneOf("and", "not")) };
const SENTENCES: KindsOf<SentencesOptions> = { choices: count };
const VOCABULARIES: KindsOf<VocabulariesOptions> = {
  texts: listOf(symbolsKind),
  singles: oneOf("every", "some", "either"),
  controls: listOf(text),
  tokens: count,
};

export const costsKind: Kind = options(COSTS);
/** A monitor with a cost. */
export const costlyKind: Kind = having("a monitor with a cost", { cost: "function" });
export const masksKind: Kind = options(MASKS);
export const membersKind: Kind = options(MEMBERS);
export const membershipKind: Kind = options(MEMBERSHIP);
export const monitorCheckKind: Kind = options(MONITOR);
export const fakeModelKind: Kind = options(FAKE);
export const grammarsKind: Kind = options(GRAMMARS);
export const regexesKind: Kind = options(REGEXES);
export const sentencesKind: Kind = options(SENTENCES);
export const vocabulariesKind: Kind = options(VOCABULARIES);
