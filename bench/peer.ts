// Espalier and XGrammar on the same EBNF, the same tokens, in the same run, text by text in turn. Ours twice: from the Lark
// grammar that a user would write, with lexemes, and from the very text the peer reads, as GBNF without lexemes, whose masks
// must be the peer's own. The peer stops at its budget of time; a text is walked by all of them or by none.

import { createEngine } from "@espalier/automata";
import { readGbnf } from "@espalier/notation";
import { createLanguage } from "@espalier/syntax";
import { createMasker, type Masker } from "@espalier/trie";
import type { CompiledGrammar, GrammarMatcher, TokenizerInfo } from "@mlc-ai/web-xgrammar";
import { timed, timedAsync } from "./clock.js";
import type { Measurement, Settings } from "./measurement.js";
import type { Reading, RowPlan } from "./row.js";
import { type Subject, tokensOf, trieOf, vocabularyOf } from "./subjects.js";
import { emptyWalk, walkAlong } from "./walk.js";
import { loadXgrammar, tokenizerInfo, xgrammarVersion } from "./xgrammar.js";

/** Milliseconds of the peer's masks for one subject. */
const BUDGET = 20_000;

interface Times {
  readonly masks: number[];
  readonly commits: number[];
}

export function againstPeer(subject: Subject): Measurement {
  const peer = `web-xgrammar ${xgrammarVersion}`;
  const what = {
    compile: `compile the ${subject.name} grammar`,
    mask: `mask along ${subject.name} texts`,
    commit: `commit along ${subject.name} texts`,
  };
  const plan = (of: keyof typeof what, by: string): RowPlan => ({
    name: `${what[of]}: ${by}`,
    unit: of === "compile" ? "ms" : "us",
    ...(by === peer ? {} : { over: `${what[of]}: ${peer}` }),
  });
  const rows = [
    plan("compile", peer),
    plan("compile", "ours, Lark"),
    plan("compile", "ours, the same EBNF"),
    plan("mask", peer),
    plan("mask", "ours, Lark, first pass"),
    plan("mask", "ours, Lark, second pass"),
    plan("mask", "ours, the same EBNF, first pass"),
    plan("mask", "ours, the same EBNF, second pass"),
    plan("commit", peer),
    plan("commit", "ours, Lark, first pass"),
    plan("commit", "ours, Lark, second pass"),
  ];
  return { rows, mostRuns: 1, run: (settings) => compare(subject, settings) };
}

let info: TokenizerInfo | undefined;

async function compare(subject: Subject, { seed, quick }: Settings): Promise<readonly Reading[]> {
  info ??= await tokenizerInfo(vocabularyOf("llama3"));
  const { compiled, times: peerCompiles } = await compilePeer(subject, quick ? 1 : 5);
  const fromLark = () => createLanguage(subject.source(), { engine: createEngine() });
  const fromEbnf = () => createLanguage(readGbnf(subject.ebnf), { engine: createEngine() });
  const compiles = [fromLark, fromEbnf].map((make) =>
    Array.from({ length: quick ? 1 : 5 }, () => timed(make).us / 1000),
  );

  const trie = trieOf("llama3");
  const [lark, ebnf] = [fromLark(), fromEbnf()].map((language): Masker<number> => createMasker(trie, language));
  const matcher = await loadXgrammar().GrammarMatcher.createGrammarMatcher(compiled);
  const theirs: Times = { masks: [], commits: [] };
  const passes = { lark: emptyWalk(), larkAgain: emptyWalk(), ebnf: emptyWalk(), ebnfAgain: emptyWalk() };
  const met = new Set<number>();
  const texts = tokensOf("llama3", subject.texts(quick ? 2 : 100, seed));
  let impossible = 0;
  let walked = 0;
  for (let spent = 0; walked < texts.length && spent < (quick ? BUDGET / 20 : BUDGET); walked++) {
    const ids = texts[walked]!;
    const from = theirs.masks.length;
    const bitsets = await walkPeer(matcher, ids, theirs);
    for (const us of theirs.masks.slice(from)) spent += us / 1000;
    walkAlong(lark!, ids, passes.lark, met);
    walkAlong(ebnf!, ids, passes.ebnf, met);
    impossible += compareMasks(ebnf!, ids, bitsets);
    walkAlong(lark!, ids, passes.larkAgain, met);
    walkAlong(ebnf!, ids, passes.ebnfAgain, met);
  }
  matcher.dispose();
  const notes = { texts: walked, "of texts": texts.length };
  const reading = (samples: readonly number[], more: Reading["notes"] = {}): Reading => ({
    samples,
    notes: { ...notes, ...more },
  });
  return [
    { samples: peerCompiles },
    ...compiles.map((samples) => ({ samples })),
    reading(theirs.masks, { "budget ms": BUDGET }),
    reading(passes.lark.masks),
    reading(passes.larkAgain.masks),
    reading(passes.ebnf.masks, { "masks equal but for tokens of impossible bytes, allowed by the peer": impossible }),
    reading(passes.ebnfAgain.masks),
    reading(theirs.commits),
    reading(passes.lark.commits),
    reading(passes.larkAgain.commits),
  ];
}

/** With a compiler of its own each time: it remembers grammars. */
async function compilePeer(
  subject: Subject,
  count: number,
): Promise<{ readonly compiled: CompiledGrammar; readonly times: readonly number[] }> {
  const times: number[] = [];
  for (;;) {
    const compiler = await loadXgrammar().GrammarCompiler.createGrammarCompiler(info!, false);
    const { result: compiled, us } = await timedAsync(() => compiler.compileGrammar(subject.ebnf));
    times.push(us / 1000);
    compiler.dispose();
    if (times.length === count) return { compiled, times };
    compiled.dispose();
  }
}

/** The peer along one text; its masks, to be compared. */
async function walkPeer(matcher: GrammarMatcher, ids: readonly number[], times: Times): Promise<readonly Int32Array[]> {
  matcher.reset();
  const bitsets: Int32Array[] = [];
  for (const [i, id] of ids.entries()) {
    const { result: bitset, us } = await timedAsync(() => matcher.getNextTokenBitmask());
    const commit = timed(() => matcher.acceptToken(id));
    if (((bitset[id >>> 5]! >>> id) & 1) === 0 || !commit.result)
      throw new Error(`the peer refuses token ${i} (${id})`);
    times.masks.push(us);
    times.commits.push(commit.us);
    bitsets.push(bitset);
  }
  return bitsets;
}

/** Bytes that UTF-8 never uses: C0, C1, F5–FF. The peer lets them stand where a grammar allows any other letter. */
const isImpossible = (byte: number): boolean => byte === 0xc0 || byte === 0xc1 || byte >= 0xf5;

/**
 * Compares our masks with the peer's along one text, control tokens left aside; how often the peer allows a token that is no UTF-8.
 *
 * @throws Error when they differ in any other token.
 */
function compareMasks(masker: Masker<number>, ids: readonly number[], bitsets: readonly Int32Array[]): number {
  const { vocabulary } = masker.trie;
  let impossible = 0;
  let state = masker.monitor.start;
  for (const [i, id] of ids.entries()) {
    const ours = masker.mask(state).mask.toBitset();
    const theirs = bitsets[i]!;
    for (let word = 0; word < ours.length; word++) {
      for (let bits = ours[word]! ^ theirs[word]!; bits !== 0; bits &= bits - 1) {
        const token = 32 * word + 31 - Math.clz32(bits & -bits);
        const bytes = vocabulary.bytes(token);
        if (bytes === undefined) continue;
        const ourOwn = ((ours[word]! >>> token) & 1) === 1;
        if (ourOwn || !bytes.some(isImpossible)) {
          throw new Error(
            `token ${token} is allowed by ${ourOwn ? "ours" : "the peer"} alone, before token ${i} of a text`,
          );
        }
        impossible++;
      }
    }
    state = masker.push(state, id)!;
  }
  return impossible;
}
