// The smallest text that still shows a difference: delta debugging (Zeller and Hildebrandt 2002) over lines, then words, then characters, then
// plainer words. Candidates of one round are judged together, as the judge is another process.
import type { Cut } from "./texts.js";

/** The index of the first candidate that still shows the difference; −1 when none does. */
export type Judge = (candidates: readonly Cut[]) => Promise<number>;

/** A text in pieces, each of one part of the cut. */
type Pieces = readonly { readonly part: keyof Cut; readonly text: string }[];

const PARTS = ["prefix", "middle", "suffix"] as const;

const SIZES: readonly RegExp[] = [/[^\n]*\n|[^\n]+$/g, /[\p{L}\p{N}_]+|\s+|./gsu, /./gsu];

/** Candidates judged in one go. */
const ROUND = 64;

/** What is not small by then stays as it is. */
const MOST_ROUNDS = 400;
const MOST_MILLISECONDS = 30_000;

const split = (cut: Cut, pattern: RegExp): Pieces =>
  PARTS.flatMap((part) => (cut[part].match(pattern) ?? []).map((text) => ({ part, text })));

const rejoined = (pieces: Pieces): Cut => {
  const of = (part: keyof Cut): string =>
    pieces
      .filter((piece) => piece.part === part)
      .map(({ text }) => text)
      .join("");
  return { prefix: of("prefix"), middle: of("middle"), suffix: of("suffix") };
};

/** A smaller cut that the judge still finds different; `cut` itself is taken to be. */
export async function minimise(cut: Cut, judge: Judge): Promise<Cut> {
  let rounds = 0;
  const until = performance.now() + MOST_MILLISECONDS;
  const isTime = (): boolean => rounds < MOST_ROUNDS && performance.now() < until;
  /** The first candidate that shows the difference. */
  async function first(candidates: readonly Cut[]): Promise<Cut | undefined> {
    for (let i = 0; i < candidates.length && isTime(); i += ROUND) {
      rounds++;
      const some = candidates.slice(i, i + ROUND);
      const at = await judge(some);
      if (at >= 0) return some[at];
    }
    return undefined;
  }

  let smallest = cut;
  for (let before = ""; before !== JSON.stringify(smallest) && isTime(); ) {
    before = JSON.stringify(smallest);
    for (const pattern of SIZES) {
      let pieces = split(smallest, pattern);
      for (let chunk = Math.ceil(pieces.length / 2); chunk >= 1 && isTime(); ) {
        const without: Cut[] = [];
        for (let at = 0; at < pieces.length; at += chunk)
          without.push(rejoined([...pieces.slice(0, at), ...pieces.slice(at + chunk)]));
        const found = await first(without);
        if (found === undefined) chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
        else {
          smallest = found;
          pieces = split(smallest, pattern);
          chunk = Math.min(chunk, Math.max(1, Math.ceil(pieces.length / 2)));
        }
      }
    }
    for (
      let plainer = await first(plainerOnes(smallest));
      plainer !== undefined;
      plainer = await first(plainerOnes(smallest))
    )
      smallest = plainer;
  }
  return smallest;
}

/** The cut with one word or number replaced by a plainer one: shorter, or as short and earlier. */
function plainerOnes(cut: Cut): Cut[] {
  const pieces = split(cut, SIZES[1]!);
  return pieces.flatMap(({ part, text }, i) => {
    const plain = /^\d/.test(text)
      ? ["1"]
      : /^[\p{L}_]/u.test(text)
        ? ["a"]
        : text === "\t" || text.length > 1
          ? [" "]
          : [];
    return plain
      .filter((other) => other.length < text.length || (other.length === text.length && other < text))
      .map((other) => rejoined([...pieces.slice(0, i), { part, text: other }, ...pieces.slice(i + 1)]));
  });
}
