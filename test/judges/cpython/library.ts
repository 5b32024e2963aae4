// The standard library of a CPython as texts: whole files, statements out of them, and the cuts of the two published protocols
// (after Melcer, Fulton, Gouda and Qian 2024, arXiv 2402.17988): random spans, and middles between two tokens of blocks at one depth.
import type { Oracle, Token } from "./oracle.js";
import type { Random } from "./random.js";
import { type Cut, cutAt, isWellFormed, type Sourced } from "./texts.js";

/** Files of a library in an order drawn at random. Read as they are asked for; those that are not UTF-8 are left out. */
export async function* libraryTexts(oracle: Oracle, random: Random, mostCharacters: number): AsyncGenerator<Sourced> {
  const files = [...(await oracle.library())];
  for (let left = files.length; left > 0; left--) {
    const at = random.below(left);
    const file = files[at]!;
    files[at] = files[left - 1]!;
    const text = await oracle.read(file);
    if (text === undefined || text.length > mostCharacters || !isWellFormed(text)) continue;
    yield { text, from: `library: ${file.split(/[\\/]/).slice(-2).join("/")}` };
  }
}

/** A few statements in a row, from column 0 on: what a file has between lines that begin one. */
export function excerpt({ text, from }: Sourced, random: Random, mostCharacters: number): Sourced {
  const heads = [...text.matchAll(/^(?!else\b|elif\b|except\b|finally\b)[^\s)\]}#'"]/gm)].map(({ index }) => index);
  if (heads.length < 2) return { text: text.slice(0, mostCharacters), from };
  const first = random.below(heads.length);
  let last = first + 1;
  while (last + 1 < heads.length && heads[last + 1]! - heads[first]! <= mostCharacters && random.chance(0.7)) last++;
  const end = Math.min(heads[last] ?? text.length, heads[first]! + mostCharacters);
  return { text: text.slice(heads[first]!, end), from };
}

/** A span of at most 100 characters and a fifth of the text, in its first nine tenths. The text is to end in a line end added to it. */
export function spanCut(text: string, random: Random): Cut {
  const content = text.replace(/\n$/, "");
  const start = Math.floor((0.9 * content.length * random.below(1 << 30)) / (1 << 30));
  const end = start + Math.floor(Math.min(0.2 * content.length, 100));
  return whole(text, start, end);
}

/** Ranges of tokens at one depth of indentation. */
type Block = (readonly [from: number, to: number])[];

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const done: Block[] = [];
  const open: { block: Block; from: number }[] = [{ block: [], from: 0 }];
  const close = (to: number): void => {
    const { block, from } = open.at(-1)!;
    if (to > from) block.push([from, to]);
  };
  tokens.forEach(([kind], i) => {
    if (kind === "INDENT") {
      close(i);
      open.push({ block: [], from: i + 1 });
    } else if (kind === "DEDENT") {
      close(i);
      done.push(open.pop()!.block);
      open.at(-1)!.from = i + 1;
    }
  });
  close(tokens.length);
  return [...done, open[0]!.block].filter((block) => block.length > 0);
}

const weightOf = (block: Block): number => block.reduce((sum, [from, to]) => sum + to - from, 0);

/** Cuts in two tokens of one block, drawn as the protocol draws them; undefined for a text without tokens. */
export function boundaryCut(text: string, tokens: readonly Token[], random: Random): Cut | undefined {
  const blocks = blocksOf(tokens);
  let at = random.below(blocks.reduce((sum, block) => sum + weightOf(block), 0));
  const chosen = blocks.find((block) => (at -= weightOf(block)) < 0);
  if (chosen === undefined) return undefined;
  const draw = (): number => {
    let within = random.below(weightOf(chosen));
    for (const [from, to] of chosen) {
      if (within < to - from) return from + within;
      within -= to - from;
    }
    return chosen[0]![0];
  };
  const [one, other] = [draw(), draw()];
  const inside = ([, start, end]: Token): number => Math.min(text.length, start + random.below(end - start + 1));
  const [left, right] = [inside(tokens[Math.min(one, other)]!), inside(tokens[Math.max(one, other)]!)];
  return whole(text, Math.min(left, right), Math.max(left, right));
}

/** The cut at two offsets, moved out of surrogate pairs. */
function whole(text: string, start: number, end: number): Cut {
  const settle = (at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);
  return cutAt(text, settle(start), settle(end));
}
