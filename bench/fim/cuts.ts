// The cuts of the published protocols (Melcer, Fulton, Gouda and Qian 2024, arXiv 2402.17988): every file with a line feed added,
// if CPython parses it, cut so many times; either a random span of at most 100 characters, or from inside one token to inside another
// of the same block. Where both tokens of a boundary cut are one and the cuts lie the wrong way round, the original overlaps its prefix and
// suffix; here the two are put in order, so that prefix, middle and suffix always make up the file.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { boundaryCut } from "../../test/judges/cpython/library.js";
import type { Oracle } from "../../test/judges/cpython/oracle.js";
import { type Random, randomFrom } from "../../test/judges/cpython/random.js";
import { cutAt, type Cut as Parts } from "../../test/judges/cpython/texts.js";

export type Protocol = "boundary" | "span";

/** A file of Python, as the protocols read it. */
export interface SourceFile {
  /** Its path below the folder. */
  readonly name: string;
  readonly text: string;
}

/** A file cut in three. */
export interface Cut {
  readonly file: string;
  /** Which of the file's cuts it is, from 0. */
  readonly index: number;
  readonly prefix: string;
  readonly middle: string;
  readonly suffix: string;
}

/** The names of all files of Python below a folder, in order. */
export function pythonFiles(folder: string): readonly string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    const entries = readdirSync(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) walk(name);
      else if (entry.isFile() && entry.name.endsWith(".py")) found.push(name);
    }
  };
  walk("");
  return found;
}

/** `count` of them drawn by a seed, in their order; all where there are no more. */
export function sampleOf(names: readonly string[], count: number, seed: number): readonly string[] {
  const random = randomFrom(seed);
  const left = [...names.keys()];
  const drawn: number[] = [];
  while (drawn.length < count && left.length > 0) {
    const at = random.below(left.length);
    drawn.push(left[at]!);
    left[at] = left.at(-1)!;
    left.pop();
  }
  return drawn.sort((a, b) => a - b).map((at) => names[at]!);
}

/** A file's text, with the line feed that the protocols add; undefined for what is too long, no UTF-8, or no Python to CPython. */
export async function readSource(
  folder: string,
  name: string,
  mostBytes: number,
  oracle: Oracle,
): Promise<SourceFile | undefined> {
  const file = path.join(folder, name);
  if (statSync(file).size > mostBytes) return undefined;
  const bytes = readFileSync(file);
  const content = bytes.toString("utf8");
  // `ast.parse` of a text knows no byte order mark; a file's is left to those who read files.
  if (!Buffer.from(content, "utf8").equals(bytes) || content.startsWith("\ufeff")) return undefined;
  const text = `${content}\n`;
  const [verdict] = await oracle.parse([text]);
  return verdict?.kind === "accept" ? { name, text } : undefined;
}

/** The cuts of a file; fewer where it has no tokens to cut in. */
export async function cutsOf(
  { name, text }: SourceFile,
  protocol: Protocol,
  count: number,
  seed: number,
  oracle: Oracle,
): Promise<readonly Cut[]> {
  const tokens = protocol === "boundary" ? await oracle.tokens(text) : undefined;
  if (protocol === "boundary" && (tokens === undefined || tokens.length === 0)) return [];
  return Array.from({ length: count }, (_, index) => {
    const random = randomFrom(hashOf(`${seed} ${protocol} ${name} ${index}`));
    const cut = tokens === undefined ? spanCut(text, random) : boundaryCut(text, tokens, random);
    return cut === undefined ? [] : [{ file: name, index, ...cut }];
  }).flat();
}

/** A span in the first nine tenths of the file: a fifth of it, at most 100 characters, and never the line feed that was added. */
function spanCut(text: string, random: Random): Parts {
  const length = text.length - 1;
  const start = Math.floor((0.9 * length * random.below(2 ** 30)) / 2 ** 30);
  const end = Math.min(length, start + Math.floor(Math.min(0.2 * length, 100)));
  const outside = (at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);
  return cutAt(text, outside(start), outside(end));
}

/** FNV-1a over UTF-16 units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
