// Choices in real projects: classes after `new`, cases of a switch, names and modules of imports, names where expressions begin. At random places a model with random logits writes what
// the monitor allows, and the compiler judges it. What stands there is written too, to see whether it is refused.

import type { HoleMonitor } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { createMasker, type Trie } from "@espalier/trie";
import ts from "typescript";
import { draws } from "./draws.js";
import { countReason, firstAnswer, stateAfter } from "./first-answer.js";
import type { Judge } from "./judge.js";

/** The questions that are judged here. */
export type ChoiceKind = "constructibles" | "casesLeft" | "exportsOf" | "modulesFrom" | "inScope";

/** What happened at the places of one project. */
export interface ChoiceTally {
  places: number;
  asked: number;
  closed: number;
  /** Texts by random logits, at closed places, and those that the compiler reports. */
  judged: number;
  wrongTexts: number;
  /** Closed places at which a text that does not exist was judged, and how often the compiler reported it. */
  controls: number;
  controlsReported: number;
  /** Texts as they stand that the monitor refuses, though the compiler reports nothing; and those that it reports too. */
  maskedTexts: number;
  maskedWrongTexts: number;
  reasons: Record<string, number>;
  examples: string[];
}

/** So many tokens are drawn for a text, and for a name in scope: nearly all words go on for ever, and masks that allow all words are slow. */
const MOST_TOKENS = 40;
const MOST_WORDS = 6;

/** A place, in UTF-16 units: what is written stands between `from` and `to`, and the compiler's errors of it begin at `errors` or later. */
interface Place {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly errors: number;
}

interface Choice {
  /** The place that a node is, if it is one. */
  placesOf(node: ts.Node, file: ts.SourceFile): readonly Omit<Place, "path">[];
  /** What has been chosen once `text` is written, without what follows it; `undefined` while it goes on, `null` where it is not judged. */
  chosen(text: string): string | null | undefined;
  /** Codes of errors of a wrong choice. */
  readonly errors: ReadonlySet<number>;
}

/** The expression with which an expression begins. */
function leftmost(node: ts.Expression): ts.Expression {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return leftmost(node.expression);
  if (ts.isNonNullExpression(node) || ts.isAsExpression(node)) return leftmost(node.expression);
  return ts.isBinaryExpression(node) ? leftmost(node.left) : node;
}

/** Whether `word` is a keyword, or begins a type. */
function isReserved(word: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, word);
  return scanner.scan() !== ts.SyntaxKind.Identifier;
}

/** Control characters other than blanks. */
const CONTROL = /(?![\t-\r])\p{Cc}/u;
const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
const part = new RegExp(`^\\s*(?:${NAME}\\ufffd?)?$`, "u");

/** Up to the end of a name; other texts are not judged. */
function chosenName(text: string): string | null | undefined {
  const [, name] = new RegExp(`^(\\s*${NAME})(?=[^\\p{ID_Continue}$\\ufffd])`, "u").exec(text) ?? [];
  return name ?? (part.test(text) ? undefined : null);
}

const CHOICES: Readonly<Record<ChoiceKind, Choice>> = {
  constructibles: {
    placesOf: (node, file) =>
      ts.isNewExpression(node) && /^new\s/.test(file.text.slice(node.getStart(file)))
        ? [{ from: node.getStart(file) + 4, to: node.expression.end, errors: node.getStart(file) }]
        : [],
    // What leads on to a class, and keywords, are not judged.
    chosen: (text) => {
      const name = chosenName(text);
      if (typeof name !== "string") return name;
      const isWhole = !/^(class|function|new|async|this|super|import)$/.test(name.trim());
      return isWhole && !/^\s*[.[?!]/.test(text.slice(name.length)) ? name : null;
    },
    errors: new Set([2304, 2552, 2511, 2351, 2673, 2674, 2693, 2749, 1361, 2663]),
  },
  casesLeft: {
    placesOf: (node, file) =>
      ts.isCaseClause(node) && /^case\s/.test(file.text.slice(node.getStart(file)))
        ? [{ from: node.getStart(file) + 5, to: node.expression.end, errors: node.getStart(file) }]
        : [],
    chosen: (text) =>
      /^((?:[^:"'`/]|"[^"]*"|'[^']*'|`[^`]*`)*?):/u.exec(text)?.[1] ?? (text.includes("/") ? null : undefined),
    errors: new Set([2304, 2552, 2678, 2339, 2551]),
  },
  exportsOf: {
    placesOf: (node) => {
      if (!ts.isImportSpecifier(node) && !ts.isExportSpecifier(node)) return [];
      const name = node.propertyName ?? node.name;
      return ts.isIdentifier(name) ? [{ from: node.pos, to: name.end, errors: node.pos }] : [];
    },
    chosen: (text) => {
      // A slash may begin a comment.
      if (text.includes("/")) return null;
      const [modifier = ""] = /^\s*type\s+/.exec(text) ?? [];
      const name = chosenName(text.slice(modifier.length));
      return typeof name === "string" ? modifier + name : name;
    },
    errors: new Set([2305, 2614, 2724, 2459, 2460, 2304, 2552, 2661, 1192, 2613]),
  },
  modulesFrom: {
    placesOf: (node, file) => {
      if (!(ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) return [];
      const literal = node.moduleSpecifier;
      if (literal === undefined || !ts.isStringLiteral(literal)) return [];
      const start = literal.getStart(file) + 1;
      const slashes = [...literal.text.matchAll(/\//g)].map(({ index }) => start + index + 1);
      return [start, ...slashes].map((from) => ({ from, to: literal.end - 1, errors: start - 1 }));
    },
    // After a slash the next question rules; the text up to it is not judged.
    chosen: (text) => /^[^"'/\r\n]*(?=["'])/u.exec(text)?.[0] ?? (/[/\r\n]/.test(text) ? null : undefined),
    errors: new Set([2307, 2792, 2306, 2732, 2834, 2835, 5097, 6142, 2877]),
  },
  inScope: {
    // Arguments and elements that are names, or begin with one.
    placesOf: (node) => {
      const begun = ts.isCallExpression(node) ? node.arguments : ts.isArrayLiteralExpression(node) ? node.elements : [];
      return begun
        .map((each) => ({ each, name: leftmost(each) }))
        .filter(({ name }) => ts.isIdentifier(name))
        .map(({ each, name }) => ({ from: each.pos, to: name.end, errors: each.pos }));
    },
    chosen: (text) => {
      const name = chosenName(text);
      if (typeof name !== "string") return name;
      const rest = text.slice(name.length);
      // An arrow makes any name a parameter; blanks or a comment may stand before it.
      if (/^\s*=?$/.test(rest)) return undefined;
      return isReserved(name.trim()) || /^\s*(?:=>|\/[/*])/.test(rest) ? null : name;
    },
    errors: new Set([2304, 2552, 2503, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2662, 2663]),
  },
};

/** Judges random places of `judge`'s project until `closed` of them are closed. */
export async function tallyOfChoices(
  kind: ChoiceKind,
  judge: Judge,
  monitor: TypescriptMonitor,
  closed: number,
  random: () => number,
  trie: Trie,
): Promise<ChoiceTally> {
  const choice = CHOICES[kind];
  const all = placesIn(judge, choice);
  const texts = new Map(judge.files.map((file) => [file.fileName, file.text]));
  const tally: ChoiceTally = {
    ...{ places: all.length, asked: 0, closed: 0, judged: 0, wrongTexts: 0, controls: 0, controlsReported: 0 },
    ...{ maskedTexts: 0, maskedWrongTexts: 0, reasons: {}, examples: [] },
  };
  const next = draws(all, random);
  while (all.length > 0 && tally.closed < closed && tally.asked < 3 * closed) {
    const place = next();
    const text = texts.get(place.path)!;
    const [before, suffix] = [text.slice(0, place.from), text.slice(place.to)];
    const hole = monitor.open({ path: place.path, prefix: before, suffix });
    tally.asked++;
    const found = await answered(hole, kind, tally);
    if (found === undefined) continue;
    const { state, names } = found;
    tally.closed++;
    const reports = (its: string): boolean =>
      judge
        .errorsWithin(place.path, before + its + suffix, place.errors, place.from + its.length)
        .some((code) => choice.errors.has(code));
    const note = (what: string): unknown =>
      tally.examples.length < 20 && tally.examples.push(`${place.path}: ${JSON.stringify(before.slice(-40))} ${what}`);
    const written = text.slice(place.from, place.to);
    if (stateAfter(hole, state, written + suffix.slice(0, 1)) === undefined) {
      if (reports(written)) tally.maskedWrongTexts++;
      else {
        tally.maskedTexts++;
        note(`${JSON.stringify(written)} is refused`);
      }
    }
    // Few tokens drawn evenly begin a name in scope, so at three of four places one of these names is written.
    const isNamed = kind === "inScope" && tally.closed % 4 !== 0;
    const drawn = isNamed
      ? named(hole, state, choice, names[Math.floor(random() * names.length)]!)
      : draw(hole, state, choice, random, trie, kind === "inScope" ? MOST_WORDS : MOST_TOKENS);
    if (drawn === undefined) continue;
    tally.judged++;
    if (reports(drawn)) {
      tally.wrongTexts++;
      note(`${JSON.stringify(drawn)} is reported`);
    }
    if (tally.judged % 5 !== 0) continue;
    tally.controls++;
    if (reports(drawn.replace(/["'`]?\s*$/u, (end) => `Zq${end}`))) tally.controlsReported++;
    else note(`${JSON.stringify(drawn)} with Zq is not reported`);
  }
  return tally;
}

function placesIn({ files }: Judge, choice: Choice): readonly Place[] {
  const places: Place[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      for (const place of choice.placesOf(node, file)) places.push({ path: file.fileName, ...place });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return places;
}

/** A closed answer, and the state once it is supplied. */
interface Found {
  readonly state: unknown;
  readonly names: readonly string[];
}

/** What a place's answer leads to; `undefined` where it is not closed. */
async function answered(hole: HoleMonitor, kind: ChoiceKind, tally: ChoiceTally): Promise<Found | undefined> {
  const first = await firstAnswer(hole, kind);
  if (first?.answer.kind === "closed") {
    const { question, open, answer } = first;
    // Other questions constrain nothing, and would make each text a state of its own.
    let state: unknown = hole.monitor.start;
    for (const other of open.filter((each) => each !== question))
      state = hole.monitor.supply!(state, other, { kind: "unknown", reason: "not judged" });
    state = hole.monitor.supply!(state, question, answer);
    return { state, names: answer.value as readonly string[] };
  }
  countReason(tally.reasons, first?.answer.reason);
  return undefined;
}

/** A token drawn evenly from those that go on with a text that is judged; `undefined` if none has been drawn in a thousand. */
function someOf(ids: ArrayLike<number>, random: () => number, goesOn: (id: number) => boolean): number | undefined {
  for (let draws = 0; draws < 1_000; draws++) {
    const id = ids[Math.floor(random() * ids.length)];
    if (id !== undefined && goesOn(id)) return id;
  }
  return undefined;
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Whether nothing constrains what follows. */
function isFree(monitor: HoleMonitor["monitor"], state: unknown): boolean {
  return monitor.quiet!(state)?.every((bit) => bit === 1) === true;
}

/** The name, if the monitor reads it and it is judged. */
function named(hole: HoleMonitor, from: unknown, { chosen }: Choice, name: string): string | undefined {
  const text = `${name})`;
  return stateAfter(hole, from, text) === undefined ? undefined : (chosen(text) ?? undefined);
}

/** What tokens drawn evenly from the masks choose; `undefined` where it is not judged. */
function draw(
  { monitor }: HoleMonitor,
  from: unknown,
  { chosen }: Choice,
  random: () => number,
  trie: Trie,
  most: number,
): string | undefined {
  const masker = createMasker(trie, monitor);
  // The compiler reads no expression at a control character, so neither texts with one nor their controls can be judged.
  const read = (text: string): string | null | undefined => (CONTROL.test(text) ? null : chosen(text));
  const bytes: number[] = [];
  let state = from;
  for (let tokens = 0; tokens < most; tokens++) {
    const ids = masker
      .mask(state)
      .mask.ids()
      .filter((id) => trie.vocabulary.kinds[id] === 1);
    const next = someOf(ids, random, (id) => read(textOf([...bytes, ...trie.vocabulary.bytes(id)!])) !== null);
    if (next === undefined) return undefined;
    const spelt = trie.vocabulary.bytes(next)!;
    bytes.push(...spelt);
    for (const byte of spelt) state = monitor.step(state, byte)!;
    const text = read(textOf(bytes));
    if (text === null) return undefined;
    // A word that is not in scope is read, as the parameter of a function, until no arrow follows.
    if (text !== undefined && isFree(monitor, state)) return text;
  }
  return undefined;
}
