// Where the questions of a monitor arise in the code of real projects, and how many are asked: files are written token by token, and the member accesses that the
// compiler's parser finds in them are counted.

import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { complete } from "@espalier/decode";
import type { Question } from "@espalier/monitor";
import { createMasker, type Trie } from "@espalier/trie";
import ts from "typescript";
import type { Judge } from "./judge.js";
import { rowOf, scriptModel } from "./script-model.js";

/** Tokens of a generation. */
const TOKENS = 80;

/** What was found in one project. */
export interface FireTally {
  /** Member accesses in code; those at which the monitor asked about members, and its questions at other places, except after `?.`. */
  dereferences: number;
  fired: number;
  elsewhere: number;
  /** Generations of the text as it stands; the member accesses in them; what the analysis was asked meanwhile about members, and in all. */
  generations: number;
  written: number;
  members: number;
  questions: number;
  examples: string[];
}

/** How a text is spelt. */
export type Encode = (text: string) => readonly number[];

/** Writes every file of a project, and `generations` random pieces of them with a decoder. */
export async function tallyOfFires(
  { files }: Judge,
  monitor: TypescriptMonitor,
  random: () => number,
  trie: Trie,
  encode: Encode,
  generations: number,
): Promise<FireTally> {
  const tally: FireTally = {
    ...{ dereferences: 0, fired: 0, elsewhere: 0, generations: 0, written: 0, members: 0, questions: 0, examples: [] },
  };
  const { vocabulary } = trie;
  for (const file of files) scan(file, monitor, trie, encode, tally);
  while (tally.generations < generations) {
    const file = files[Math.floor(random() * files.length)]!;
    const lines = [...file.text.matchAll(/\n/g)].map(({ index }) => index + 1);
    const from = lines[Math.floor(random() * lines.length)];
    if (from === undefined) continue;
    const ids = encode(file.text.slice(from, from + 8 * TOKENS)).slice(0, TOKENS);
    const text = Buffer.concat(ids.map((id) => vocabulary.bytes(id)!)).toString();
    if (ids.length < TOKENS || !file.text.startsWith(text, from)) continue;
    const to = from + text.length;
    const rowAt = (index: number): Float32Array => rowOf(vocabulary, ids[index] ?? vocabulary.ends[0]!);
    const hole = monitor.open({ path: file.fileName, prefix: file.text.slice(0, from), suffix: file.text.slice(to) });
    await complete({
      ...{ model: scriptModel({ vocabulary, ids, rowAt, encode: () => [] }), prompt: [0], maxTokens: ids.length },
      ...{ masker: createMasker(trie, hole.monitor), answer: hole.answer.bind(hole), whileWaiting: "draft" },
    });
    tally.generations++;
    tally.written += dereferencesOf(file).filter((at) => from < at && at <= to).length;
    for (const { question, remembered } of hole.asked()) {
      if (remembered) continue;
      tally.questions++;
      if (question === "members") tally.members++;
    }
  }
  return tally;
}

/** Writes a file token by token, and looks where questions about members arise. */
function scan(file: ts.SourceFile, monitor: TypescriptMonitor, trie: Trie, encode: Encode, tally: FireTally): void {
  const hole = monitor.open({ path: file.fileName, prefix: "" });
  const asked = new Set<number>();
  let state: unknown = hole.monitor.start;
  let length = 0;
  for (const id of encode(file.text)) {
    const bytes = trie.vocabulary.bytes(id)!;
    for (const byte of bytes) state = hole.monitor.step(state, byte);
    length += bytes.length;
    const open: readonly Question[] = hole.monitor.asks!(state);
    for (const question of open) {
      if (question.key.endsWith(" members")) asked.add(length - question.ago!);
      state = hole.monitor.supply!(state, question, { kind: "unknown", reason: "only counted" });
    }
  }
  const encoder = new TextEncoder();
  for (const at of dereferencesOf(file)) {
    tally.dereferences++;
    if (asked.delete(encoder.encode(file.text.slice(0, at)).length)) tally.fired++;
    else if (tally.examples.length < 20)
      tally.examples.push(`${file.fileName}: no question after ${JSON.stringify(file.text.slice(at - 40, at))}`);
  }
  // After `?.`, a call or an index may follow instead of a name.
  for (const at of optionalCallsOf(file)) asked.delete(encoder.encode(file.text.slice(0, at)).length);
  tally.elsewhere += asked.size;
}

/** The ends of the operators of all member accesses in a file, in UTF-16 units: of values, and of names with dots in types. */
function dereferencesOf(file: ts.SourceFile): readonly number[] {
  const ends: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node)) {
      const name = ts.isQualifiedName(node) ? node.right : node.name;
      ends.push(name.getFullStart());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return ends;
}

/** The ends of the operators `?.` before a call or an index. */
function optionalCallsOf(file: ts.SourceFile): readonly number[] {
  const ends: number[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isElementAccessExpression(node)) && node.questionDotToken !== undefined)
      ends.push(node.questionDotToken.end);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return ends;
}
