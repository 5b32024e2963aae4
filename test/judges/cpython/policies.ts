// The policies of gaps, judged by CPython's own `tokenize`: the user's code stays code. Whatever a middle is that a gap accepts by `noSwallow` or
// `boundaryOnly`,
//
//   swallow   no string, formatted string or comment that begins in the middle reaches into the suffix
//   kind      behind the first token, which may go on from the middle, the suffix has the tokens that it had before: those of the text that was
//             cut, where that text's own middle keeps the policy, and both of its cuts lie outside of strings. (Within a formatted string of the
//             prefix a suffix may have more than one reading: `:2]}'` behind `f'{a` is a slice or a format.)
import { finish, walk } from "./finish.js";
import type { Oracle, Token } from "./oracle.js";
import type { Random } from "./random.js";
import { bytesOf, fillOf, readBytes, type Subject } from "./subject.js";
import { type Cut, joined } from "./texts.js";

export type KeptPolicy = "noSwallow" | "boundaryOnly";

/** What a policy does not keep. */
export interface Violation {
  readonly law: "swallow" | "kind";
  readonly policy: KeptPolicy;
  readonly cut: Cut;
  readonly said: string;
}

/** Counts of what was done. */
export interface PolicyTally {
  /** Gaps that opened by the policy asked for; gaps where it could not be kept. */
  gaps: number;
  others: number;
  /** Middles written and judged. */
  fills: number;
  /** Those whose suffix was compared with that of the text that was cut. */
  compared: number;
}

export const noPolicyTally = (): PolicyTally => ({ gaps: 0, others: 0, fills: 0, compared: 0 });

/** Pieces that take text, or end what takes it. */
const PIECES = [
  "#",
  "'",
  '"',
  "'''",
  '"""',
  'f"',
  "f'",
  "rb'",
  "{",
  "}",
  ":",
  "!r",
  "\\",
  "\n",
  "(",
  ")",
  ",",
  "x",
  "=",
  " ",
  "1e",
  ";",
];
const LAYOUT = new Set(["NEWLINE", "NL", "INDENT", "DEDENT", "ENDMARKER"]);
const MOST_PIECES = 8;

/** Random middles of one cut of a text of Python. */
export async function checkPolicy(
  subject: Subject,
  oracle: Oracle,
  cut: Cut,
  policy: KeptPolicy,
  fills: number,
  random: Random,
  tally: PolicyTally,
): Promise<Violation[]> {
  const gap = fillOf(subject, cut, policy);
  if ("refused" in gap) return [];
  if (gap.policy !== policy) {
    tally.others++;
    return [];
  }
  tally.gaps++;
  const found: Violation[] = [];
  const kept = readBytes(gap, bytesOf(cut.middle)).accepts;
  const before = kept ? await oracle.tokens(joined(cut)) : undefined;
  const ends = [cut.prefix.length, cut.prefix.length + cut.middle.length];
  const expected = before && ends.every((at) => isInCode(before, at)) ? suffixTokens(before, cut) : undefined;
  for (let i = 0; i < fills; i++) {
    const middle = middleOf(gap, random);
    if (middle === undefined) continue;
    const filled = { ...cut, middle };
    const tokens = await oracle.tokens(joined(filled));
    if (tokens === undefined) continue;
    tally.fills++;
    const swallower = swallowing(tokens, filled);
    if (swallower !== undefined) found.push({ law: "swallow", policy, cut: filled, said: swallower });
    if (expected === undefined) continue;
    tally.compared++;
    const said = difference(expected, suffixTokens(tokens, filled));
    if (said !== undefined)
      found.push({ law: "kind", policy, cut: filled, said: `${said}; the middle was ${JSON.stringify(cut.middle)}` });
  }
  return found;
}

/** A random walk of pieces and bytes, and the completion that its cost leads to; undefined where that is no text of characters. */
function middleOf(gap: Parameters<typeof walk>[0], random: Random): string | undefined {
  const bytes: number[] = [];
  let state = gap.start;
  for (let i = random.below(MOST_PIECES); i > 0; i--) {
    const piece = bytesOf(random.pick(PIECES));
    const read = readBytes(gap, piece, state);
    const walked = read.read === piece.length ? { bytes: [...piece], state: read.state } : walk(gap, state, 1, random);
    bytes.push(...walked.bytes);
    state = walked.state;
  }
  const finished = finish(gap, state, random);
  if (finished.kind === "stuck") return undefined;
  const text = Buffer.from([...bytes, ...finished.bytes]).toString("utf8");
  // A lone carriage return is a line end to CPython and none to the offsets of its `tokenize`.
  return /[\ufffd\r]/.test(text) ? undefined : text;
}

/** Whether an offset lies outside of all strings and comments. */
function isInCode(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (const [kind, start, end] of tokens) {
    if (start >= at) break;
    if (/^[FT]STRING_START$/.test(kind)) depth++;
    if (/^[FT]STRING_END$/.test(kind) && end <= at) depth--;
    if (/^STRING$|COMMENT/.test(kind) && end > at) return false;
  }
  return depth === 0;
}

/** A string or comment of the middle that reaches into the suffix, as people read it. */
function swallowing(tokens: readonly Token[], { prefix, middle }: Cut): string | undefined {
  const [from, to] = [prefix.length, prefix.length + middle.length];
  const open: Token[] = [];
  for (const token of tokens) {
    const [kind, start, end] = token;
    if (/^[FT]STRING_START$/.test(kind)) open.push(token);
    const first = /^[FT]STRING_END$/.test(kind) ? open.pop()![1] : start;
    const takes = /STRING|COMMENT/.test(kind) && !/STRING_(START|MIDDLE)$/.test(kind);
    if (takes && first >= from && first < to && end > to)
      return `${kind} from ${first} to ${end}, the suffix begins at ${to}`;
  }
  return undefined;
}

/** The tokens of the suffix, by their distance from its start; the first offset that is no longer in a lexeme of the middle comes first. */
function suffixTokens(tokens: readonly Token[], { prefix, middle }: Cut): readonly Token[] {
  const from = prefix.length + middle.length;
  const through = tokens.find(([kind, start, end]) => !LAYOUT.has(kind) && start < from && end > from)?.[2] ?? from;
  // Between two fields `tokenize` has a text of no characters.
  const behind = tokens.filter(([kind, start, end]) => !LAYOUT.has(kind) && start >= through && end > start);
  return [
    ["", through - from, through - from],
    ...behind.map(([kind, start, end]): Token => [kind, start - from, end - from]),
  ];
}

/** Where two readings of a suffix differ, behind what the middles may have taken of it. */
function difference(one: readonly Token[], other: readonly Token[]): string | undefined {
  const first = Math.max(one[0]![1], other[0]![1]);
  const behind = (list: readonly Token[]): string[] =>
    list.slice(1).flatMap(([kind, start, end]) => (start >= first ? [`${kind} ${start}–${end}`] : []));
  const [left, right] = [behind(one), behind(other)];
  const at = left.findIndex((token, i) => token !== right[i]);
  if (at < 0 && left.length === right.length) return undefined;
  return `${left[at < 0 ? right.length : at] ?? "nothing"} became ${right[at < 0 ? left.length : at] ?? "nothing"}`;
}
