// Handles a chosen token in which a question arises before its end: the question is answered before the token is taken.
// The answer also decides about all other tokens that extend past the same place, so the next choice considers only
// those that it allows.
//
//      chosen  .get          "." asks, the answer is { set, size }
//      refused .get .has …   every token below "." that { set, size } does not allow

import type { Question } from "@espalier/monitor";
import { type Masker, tokensBelow, walkToQuestions } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";
import type { Answers } from "./answers.js";
import { type Moment, textTo } from "./moment.js";

/** The most places inside one token that may ask. Tokens that extend past a further one are rejected. */
const MOST_PLACES = 4;

/** A token that may be taken, with the state after the answers; or the tokens that are rejected. */
export type Taken<State> =
  | { readonly kind: "taken"; readonly moment: Moment<State> }
  | { readonly kind: "refused"; readonly ids: Iterable<TokenId> };

/** Returns whether `question` must be answered before a token may extend past it. */
function wantsAnswer({ inside }: Question): boolean {
  return inside === "ask" || inside === "split";
}

/** Returns whether such a question arose inside the last `length` bytes, not at their end. */
export function isInside(question: Question, length: number): boolean {
  const { ago = 0 } = question;
  return ago > 0 && ago < length && wantsAnswer(question);
}

/** Answers the questions inside the token that leads from `here` to `after`. `awaiting` awaits each answer. */
export async function takeToken<State>(
  masker: Masker<State>,
  answers: Answers<State>,
  here: Moment<State>,
  after: Moment<State>,
  awaiting: (coming: Promise<State | undefined>) => Promise<State | undefined>,
): Promise<Taken<State>> {
  const { monitor, trie } = masker;
  const bytes = trie.vocabulary.bytes(after.id) ?? new Uint8Array(0);
  if (!answers.asked(after.state).some((question) => isInside(question, bytes.length)))
    return { kind: "taken", moment: after };
  let state = here.state;
  let places = 0;
  /** The last place whose questions were answered. */
  let last: { readonly prefix: Uint8Array; readonly state: State } | undefined;
  const refuse = (): Taken<State> => {
    if (last === undefined) return { kind: "refused", ids: [after.id] };
    const { ids, suspended } = walkToQuestions(masker, last.state, last.prefix);
    const left = new Set([...ids, ...suspended.flatMap((each) => [...each.ids])]);
    return { kind: "refused", ids: [after.id, ...tokensBelow(trie, last.prefix).filter((id) => !left.has(id))] };
  };
  for (let at = 0; at < bytes.length; at++) {
    const next = monitor.step(state, bytes[at]!);
    if (next === undefined) return refuse();
    state = next;
    const arising = answers.asked(state).filter(({ ago }) => ago === 0);
    if (at + 1 === bytes.length || !arising.some(wantsAnswer)) continue;
    const prefix = bytes.slice(0, at + 1);
    const isSplit = ++places > MOST_PLACES || arising.some(({ inside }) => inside === "split");
    const settled = isSplit ? undefined : await awaiting(answers.settle(state, () => textTo(masker, here, prefix)));
    if (settled === undefined) return { kind: "refused", ids: tokensBelow(trie, prefix) };
    state = settled;
    last = { prefix, state };
  }
  return { kind: "taken", moment: { ...after, state } };
}
