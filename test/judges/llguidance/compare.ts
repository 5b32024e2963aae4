// The comparison: our masks and llguidance's before every symbol of a text, and who is right about a token that only one of them allows.
//
// A difference is about a text u, the text so far and the token's bytes: one side lets it be written, the other does not; or one side lets
// it end there. Who is right is shown, not believed:
//
//   only ours     we name a completion v, and the slow twin of the definition (packages/syntax/test/definition.ts) must find uv in the
//                 language. A known deviation of llguidance (deviations.ts), given to the twin, must then make it refuse uv.
//   only theirs   llguidance itself is searched for a completion of u. If it finds none, its token leads nowhere: `dead-end`. If it
//                 finds v, the twin must refuse uv, and accept it with a known deviation.
//
// Where the twin contradicts our monitor, the difference is `mistaken`: our mistake, and no ledger can excuse it. Where no deviation
// accounts for it, it is `unexplained`: somebody has to find out.

import { completion, type Symbols } from "@espalier/laws";
import { readLark } from "@espalier/notation";
import { createLanguage, type Language, type SyntaxSource } from "@espalier/syntax";
import { createMasker, type Masker, type Trie } from "@espalier/trie";
import { belongs, ends } from "../../../packages/syntax/test/definition.js";
import { belongsWith, DEVIATIONS, type Deviation } from "./deviations.js";
import type { Judge, Traced } from "./worker.js";

/** A grammar on our side. */
export interface Subject {
  /** As llguidance is given it. */
  readonly grammar: string;
  readonly source: SyntaxSource;
  readonly language: Language;
  readonly masker: Masker<number>;
}

/** A token that only one side allows after a text, or, without a token, an end. */
export interface Difference {
  readonly before: Symbols;
  readonly token: number | "end";
  readonly only: "ours" | "theirs";
}

/** The ways in which the two differ; `ledger.json` says what each means. */
export type Kind =
  | Deviation
  | "dead-end"
  | "nested-grammars"
  | "lazy-at-once"
  | "special-as-text"
  | "byte-ff"
  | "unicode-version";

/** A kind of difference and what shows it: a text of the language, or how far llguidance was searched; or our mistake. */
export type Verdict =
  | { readonly kind: Kind; readonly witness: Symbols }
  | { readonly kind: "dead-end" | "special-as-text" | "byte-ff"; readonly searched: number }
  | { readonly kind: "mistaken" | "unexplained"; readonly why: string };

/** @throws NotationError, SyntaxSourceError, and limit errors: `searchSteps` bounds how long one step may look for a completion. */
export function subjectOf(grammar: string, trie: Trie, searchSteps = 20_000): Subject {
  const source = readLark(grammar);
  const language = createLanguage(source, { limits: { searchSteps } });
  return { grammar, source, language, masker: createMasker(trie, language) };
}

/** The tokens that spell symbols one by one. */
export function tokensOf({ masker }: Subject, symbols: Symbols): number[] {
  const { vocabulary } = masker.trie;
  return symbols.map((symbol) => {
    if (symbol >= 256) return vocabulary.controlIds(masker.monitor.controls![symbol - 256]!)[0]!;
    return singles(masker.trie)[symbol]!;
  });
}

const singlesOf = new WeakMap<Trie, readonly number[]>();

/** For each byte, the token that spells it. */
function singles(trie: Trie): readonly number[] {
  let known = singlesOf.get(trie);
  if (known === undefined) {
    const ids = new Array<number>(256).fill(-1);
    for (let id = trie.vocabulary.size - 1; id >= 0; id--) {
      const bytes = trie.vocabulary.bytes(id);
      if (bytes?.length === 1) ids[bytes[0]!] = id;
    }
    singlesOf.set(trie, (known = ids));
  }
  return known;
}

/** The symbols of a token; undefined for a control token that the grammar does not know. */
function symbolsOf({ masker }: Subject, token: number): Symbols | undefined {
  const bytes = masker.trie.vocabulary.bytes(token);
  if (bytes !== undefined) return [...bytes];
  const control = masker.monitor.controls!.indexOf(masker.trie.vocabulary.control(token)!);
  return control < 0 ? undefined : [256 + control];
}

/** Every difference along `text`, up to where either side is dead, and at how many positions masks were compared. */
export function differences(
  subject: Subject,
  text: Symbols,
  traced: Traced,
): { readonly found: readonly Difference[]; readonly positions: number } {
  const { language, masker } = subject;
  const { ends } = masker.trie.vocabulary;
  const found: Difference[] = [];
  let state: number | undefined = language.start;
  let at = 0;
  for (; state !== undefined && at < traced.masks.length; at++) {
    const before = text.slice(0, at);
    const ours = masker.mask(state).mask.toBitset();
    const theirs = traced.masks[at]!;
    const accepts = language.accepts(state);
    if (accepts !== traced.accepts[at]) found.push({ before, token: "end", only: accepts ? "ours" : "theirs" });
    for (let word = 0; word < theirs.length; word++) {
      for (let odd = theirs[word]! ^ ours[word]!; odd !== 0; odd &= odd - 1) {
        const bit = 31 - Math.clz32(odd & -odd);
        const token = word * 32 + bit;
        // What it says of ends has been compared; that the mask says the same is checked here.
        if (ends.includes(token) && accepts !== traced.accepts[at]) continue;
        found.push({ before, token, only: (ours[word]! >>> bit) & 1 ? "ours" : "theirs" });
      }
    }
    if (at < text.length) state = language.step(state, text[at]!);
  }
  return { found, positions: at };
}

/** Who is right about a difference, and what shows it. */
export async function judge(subject: Subject, { before, token, only }: Difference, by: Judge): Promise<Verdict> {
  const { language, source, grammar } = subject;
  if (
    token !== "end" &&
    by.opened.tokens[token] === undefined &&
    subject.masker.trie.vocabulary.bytes(token)?.[0] === 0xff
  ) {
    return { kind: "byte-ff", searched: 0 };
  }
  const own = token === "end" ? [] : symbolsOf(subject, token);
  if (own === undefined) return special(subject, before, token as number, by);
  const text = [...before, ...own];
  if (only === "ours") {
    const state = statesOf(language, text)[text.length];
    if (state === undefined) return { kind: "mistaken", why: "the mask allows what the language refuses" };
    const rest = completion(language, state);
    if (rest.kind !== "found") return { kind: "mistaken", why: "there is no completion" };
    if (token === "end" && rest.symbols.length > 0) return { kind: "mistaken", why: "the text cannot end" };
    const witness = [...text, ...rest.symbols];
    if (!belongs(source, Uint8Array.from(witness))) {
      return { kind: "mistaken", why: `the definition refuses ${show(witness)}` };
    }
    let kind = explained(subject, witness, "out");
    // Ignoring has become rules where grammars within grammars ignore differently; there llguidance skips less.
    if (kind === undefined && grammar.includes("%lark") && grammar.includes("%ignore")) kind = "nested-grammars";
    if (kind === undefined && (await hasNewCharacter(text, witness, by))) kind = "unicode-version";
    if (kind === undefined) return { kind: "unexplained", why: `llguidance refuses ${show(witness)}` };
    return { kind, witness };
  }
  const tokens = tokensOf(subject, representatives(language)).filter((id) => id >= 0);
  const after = tokensOf(subject, text);
  const finished =
    token === "end" ? { found: [], seen: 0 } : await by.finish(grammar, after, { tokens, states: 1500, length: 24 });
  if (finished.found === undefined) return { kind: "dead-end", searched: finished.seen };
  const witness = [...text, ...finished.found.flatMap((id) => symbolsOf(subject, id)!)];
  if (belongs(source, Uint8Array.from(witness))) {
    return { kind: "mistaken", why: `the definition accepts ${show(witness)}` };
  }
  const kind = explained(subject, witness, "in");
  if (kind !== undefined) return { kind, witness };
  if (await hasNewCharacter(text, witness, by)) return { kind: "unicode-version", witness };
  if (mayCloseAtOnce(source, witness)) return { kind: "lazy-at-once", witness };
  return { kind: "unexplained", why: `llguidance accepts ${show(witness)}, the definition does not` };
}

/** A control token that our side knows nothing of: llguidance spells it as a byte FF and its name, which `~` matches. */
async function special(subject: Subject, before: Symbols, token: number, by: Judge): Promise<Verdict> {
  const tokens = [...tokensOf(subject, before), token];
  const [without] = (await by.trace(subject.grammar, [tokens])) as readonly Traced[];
  const why = `llguidance's mask has the control token ${token}`;
  return without!.masks.length < tokens.length + 1 && subject.grammar.includes("~")
    ? { kind: "special-as-text", searched: 0 }
    : { kind: "unexplained", why };
}

/** The first of the one or two deviations with which `text` is judged as llguidance judges it; undefined when there are none. */
function explained({ source, grammar }: Subject, text: Symbols, verdict: "in" | "out"): Kind | undefined {
  const bytes = Uint8Array.from(text);
  const asked = grammar.includes('"allow_initial_skip": true');
  const possible = DEVIATIONS.filter((one) => !(one === "skip-first" && asked));
  const sets = [...possible.map((one) => [one]), ...possible.flatMap((one) => possible.map((two) => [one, two]))];
  return sets.find((set) => belongsWith(source, bytes, set) === (verdict === "in"))?.[0];
}

/** Whether a lazy terminal matches one of the bytes. */
function mayCloseAtOnce(source: SyntaxSource, text: Symbols): boolean {
  const lazy = source.terminals.filter((terminal) => terminal.kind === "pattern" && terminal.lazy === true);
  return lazy.some(
    (terminal) =>
      terminal.kind === "pattern" && text.some((byte) => ends(terminal.regex, Uint8Array.of(byte), 0).has(1)),
  );
}

function statesOf(language: Language, text: Symbols): (number | undefined)[] {
  const states: (number | undefined)[] = [language.start];
  for (const symbol of text) {
    const last = states.at(-1);
    states.push(last === undefined ? undefined : language.step(last, symbol));
  }
  return states;
}

/** One byte of each of the language's classes, letters before control bytes so that witnesses can be read. */
function representatives(language: Language): number[] {
  const first = new Map<number, number>();
  for (let i = 0; i < 256; i++) {
    const byte = (i + 97) % 256;
    const kind = language.table.classOf[byte]!;
    if (!first.has(kind)) first.set(kind, byte);
  }
  return [...first.values()];
}

/** Whether the two sides' versions of Unicode disagree about the character of `text` in which `u` ends, as far as Python's tells. */
async function hasNewCharacter(u: Symbols, text: Symbols, by: Judge): Promise<boolean> {
  let from = u.length - 1;
  while (from > 0 && (text[from]! & 0xc0) === 0x80) from--;
  const [letter] = new TextDecoder().decode(Uint8Array.from(text.slice(from)));
  if (letter === undefined) return false;
  const category = await by.category(letter);
  return category === "Cn" || !new RegExp(`^\\p{${category}}`, "u").test(letter);
}

/** Symbols as people read them. */
export function show(symbols: ArrayLike<number>): string {
  try {
    return JSON.stringify(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(symbols)));
  } catch {
    return `bytes ${Array.from(symbols, (byte) => byte.toString(16).padStart(2, "0")).join(" ")}`;
  }
}
