// The prompt of Shrivastava et al. 2023 (RLPG), §3.2, for models that continue a text: the text of one proposal before
// the file's own. Half of the tokens are reserved for the proposal; those that it does not use go to the file. As an
// extension, tokens that the file does not use can go to the proposal.

import { number, signature } from "@espalier/arguments";
import { allot } from "./allotment.js";
import type { Candidate } from "./candidates.js";
import { candidateKind, publishedPromptKind, siteKind, tokenizerKind } from "./kinds.js";
import { headingOf, publishedText } from "./proposal.js";
import type { Site } from "./site.js";
import { cutToTokens, type Tokenizer } from "./tokenizer.js";

/** Limits of a prompt. */
export interface PublishedPromptOptions {
  /** The most tokens of the prompt. */
  readonly tokens: number;
  readonly tokenizer: Tokenizer;
  /**
   * Where unused tokens go. `to-file`, as published: tokens that the proposal does not use go to the file. `both-ways`:
   * also the other way round.
   */
  readonly leftovers?: "to-file" | "both-ways";
}

/** A prompt for one candidate. */
export interface PublishedPrompt {
  readonly text: string;
  readonly tokens: number;
  /** The shown part of the candidate, and of the file before the hole. */
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
 * Returns the text of a candidate in the published format, within `tokens`. Files are added by rank until the tokens
 * are used. The best file comes last, nearest to the file's own text; then follows the class of the file with the hole.
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

/** Returns the prompt for a candidate. It has at most `tokens` tokens and always ends with the end of the prefix. */
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
  // Tokens may merge at the boundary, so the sum may differ from that of the parts.
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
