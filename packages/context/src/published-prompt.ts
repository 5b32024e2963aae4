// The prompt of Shrivastava et al. 2023 (RLPG), §3.2: one proposal's text before the file's own, for models that continue a text. Half of the
// tokens are set aside for the proposal, and what it leaves goes to the file. Unlike there, what the file leaves can go to the proposal.

import { number, signature } from "@espalier/arguments";
import { allot } from "./allotment.js";
import type { Candidate } from "./candidates.js";
import { candidateKind, publishedPromptKind, siteKind, tokenizerKind } from "./kinds.js";
import { headingOf, publishedText } from "./proposal.js";
import type { Site } from "./site.js";
import { cutToTokens, type Tokenizer } from "./tokenizer.js";

/** How to fit a prompt. */
export interface PublishedPromptOptions {
  /** The most tokens of the prompt. */
  readonly tokens: number;
  readonly tokenizer: Tokenizer;
  /** Whether the proposal may have what the file leaves; as published, only the file may have what the proposal leaves. */
  readonly leftovers?: "to-file" | "both-ways";
}

/** A prompt for one candidate. */
export interface PublishedPrompt {
  readonly text: string;
  readonly tokens: number;
  /** What is shown of the candidate, and of the file before the hole. */
  readonly proposal: string;
  readonly file: string;
}

const checkPublishedContext = signature("publishedContext", {
  site: siteKind,
  candidate: candidateKind,
  tokens: number({ max: Number.POSITIVE_INFINITY }),
  tokenizer: tokenizerKind,
});

/**
 * The text of a candidate in the published format, within `tokens`. Files are taken by rank until the tokens are used, and the best stands
 * last, nearest to the file's own text; the class of the file with the hole follows.
 */
export function publishedContext(site: Site, candidate: Candidate, tokens: number, tokenizer: Tokenizer): string {
  checkPublishedContext(site, candidate, tokens, tokenizer);
  const { proposal, pieces } = candidate;
  if (pieces.length === 0) return "";
  const own =
    pieces[0]!.heading === "" || pieces[0]!.path === site.hole.path ? "" : headingOf(site.hole.path, site.facts);
  const shown: string[] = [];
  let left = tokens - (own === "" ? 0 : tokenizer.encode(`\n${own}`).length);
  for (const piece of pieces) {
    const text = cutToTokens(tokenizer, publishedText(piece), left, proposal.keep);
    if (text === "") break;
    shown.unshift(text);
    left -= tokenizer.encode(`${text}\n`).length;
  }
  if (shown.length === 0) return "";
  const all = [...shown, ...(own === "" ? [] : [own])].join("\n");
  return cutToTokens(tokenizer, all, tokens, proposal.keep);
}

const checkPublishedPrompt = signature("publishedPrompt", {
  site: siteKind,
  candidate: candidateKind,
  options: publishedPromptKind,
});

/** The prompt for a candidate. It never has more than `tokens` tokens, and always ends with the text that ends the prefix. */
export function publishedPrompt(site: Site, candidate: Candidate, options: PublishedPromptOptions): PublishedPrompt {
  checkPublishedPrompt(site, candidate, options);
  const { tokens, tokenizer, leftovers = "both-ways" } = options;
  const { prefix } = site.hole;
  const { share, separator } = candidate.proposal;
  const wanted = tokenizer.encode(prefix.slice(-tokens * 128)).length;
  const most = Math.ceil(share * tokens);
  const whole = publishedContext(site, candidate, leftovers === "both-ways" ? tokens : most, tokenizer);
  const joint = whole === "" ? 0 : tokenizer.encode(separator).length;
  const [given = 0] = allot(Math.max(0, tokens - joint), [
    { wanted: tokenizer.encode(whole).length, weight: share },
    { wanted, weight: 1 - share },
  ]);
  const proposal = cutToTokens(tokenizer, whole, leftovers === "both-ways" ? given : most, candidate.proposal.keep);
  const lead = proposal === "" ? "" : proposal + separator;
  // Where tokens join over the boundary, the sum may differ from the parts'.
  const least = prefix === "" ? 0 : 1;
  for (let room = tokens - tokenizer.encode(lead).length; room >= least; room--) {
    const file = cutToTokens(tokenizer, prefix, room, "tail");
    const text = lead + file;
    const used = tokenizer.encode(text).length;
    if (used <= tokens) return { text, tokens: used, proposal, file };
  }
  const file = cutToTokens(tokenizer, prefix, tokens, "tail");
  return { text: file, tokens: tokenizer.encode(file).length, proposal: "", file };
}
