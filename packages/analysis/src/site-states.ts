// The states of a monitor over a program, and their steps over bytes and answers. The lexer reads every byte, so where
// a question arises depends only on the text and not on its tokens. A position where a question arises is called a
// site.
//
//                       a site
//      free code ─────────────────▶ open ─── answer `closed` ───▶ constrained by a body, until that is over
//         ▲                         │  ▲                             │
//         │       other answers     │  └── a site in what follows    │
//         └─────────────────────────┴─────────────────────────────────┘
//
// A *body* is the constraint that an answer imposes. Several bodies may constrain the text at once, for example one for
// the number of a call's arguments and one for a member inside an argument. A state with open questions stores the
// bytes since the oldest of them, so that an answer can be applied to these bytes whenever it arrives.

import type { ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

/** After this many bytes, an unanswered question is dropped. */
const MOST_BYTES = 1024;

const BLANK = 0x20;
/** So many answers about the rest are kept. */
const MOST_ACCEPTED = 1024;

/** A body that constrains what may follow. */
interface Ruling<State> {
  readonly body: Body<State>;
  readonly inner: unknown;
}

/** A state without open questions: the lexer's state, and the active bodies. */
interface Settled<State> {
  readonly lexical: State;
  readonly rulings: readonly Ruling<State>[];
}

/** A position where a question arose. */
interface Site<State> {
  readonly question: SiteQuestion<State>;
  /** How many bytes of `since` precede it. */
  readonly offset: number;
  /** The state before an answer to the question. */
  readonly at: Settled<State>;
  /** Whether everything that its answer constrains has been written. */
  readonly over: boolean;
}

/** Answers by question and offset: the body, or `undefined` for no constraint. */
type Decided<State> = ReadonlyMap<string, Decision<State>>;
interface Decision<State> {
  readonly question: SiteQuestion<State>;
  readonly offset: number;
  readonly body: Body<State> | undefined;
}

/** Open questions. */
interface Open<State> {
  /** Oldest first; the oldest is at offset 0. */
  readonly sites: readonly Site<State>[];
  /** The bytes since the oldest site, one character for each byte. */
  readonly since: string;
  /** The answers for sites since then. */
  readonly decided: Decided<State>;
}

/** A state of a monitor over a program. `now` is the state if no open question constrains anything. */
export interface SiteState<State> {
  readonly now: Settled<State>;
  readonly open: Open<State> | undefined;
}

/** A question that is open in a state. */
export interface OpenSite<State> {
  readonly question: SiteQuestion<State>;
  /** How many bytes ago it arose. */
  readonly ago: number;
  /** Whether everything that it constrains has been written. */
  readonly over: boolean;
}

/** The steps between the states. */
export interface SiteStates<State> {
  /** Returns the state after `text`. Only questions that constrain what may follow stay open. */
  begin(text: Uint8Array): SiteState<State>;
  step(state: SiteState<State>, byte: number): SiteState<State> | undefined;
  sites(state: SiteState<State>): readonly OpenSite<State>[];
  /** Returns the state after the question of `ago` bytes ago is decided; `undefined` if nothing can then follow. */
  decide(
    state: SiteState<State>,
    question: SiteQuestion<State>,
    ago: number,
    body: Body<State> | undefined,
  ): SiteState<State> | undefined;
  /** Returns the function that tells whether the text may end in a state, as far as the answers decide, if `rest` follows. */
  acceptsBefore(rest: Uint8Array): (state: SiteState<State>) => boolean;
  key(state: SiteState<State>): string;
  /** Returns bytes of which every text can certainly be read (`Monitor.quiet`), whatever questions arise in it. */
  quiet(state: SiteState<State>): Uint8Array | undefined;
}

/** The steps of monitors over the texts that `lexer` reads. */
export function siteStates<State>(
  lexer: ProgramLexer<State>,
  questions: readonly SiteQuestion<State>[],
): SiteStates<State> {
  const { stepSettled, arising, passedBy } = settledSteps(lexer, questions);

  /** Returns the state with the remaining open sites; its bytes begin at the oldest. */
  function reduced(now: Settled<State>, open: Open<State>): SiteState<State> {
    const [oldest] = open.sites;
    if (oldest === undefined) return { now, open: undefined };
    const by = oldest.offset;
    if (by === 0) return { now, open };
    const left = [...open.decided.values()].filter(({ offset }) => offset >= by);
    return {
      now,
      open: {
        sites: open.sites.map((site) => ({ ...site, offset: site.offset - by })),
        since: open.since.slice(by),
        decided: decisions(left.map((each) => ({ ...each, offset: each.offset - by }))),
      },
    };
  }

  function step(state: SiteState<State>, byte: number): SiteState<State> | undefined {
    const { now, open } = state;
    const next = stepSettled(now, byte);
    if (next === undefined) return undefined;
    const raised = arising(now.lexical, next.lexical, byte);
    if (open === undefined) {
      if (raised.length === 0) return next === now ? state : { now: next, open };
      return {
        now: next,
        open: { sites: raised.map((question) => siteAt(question, 0, next)), since: "", decided: NONE },
      };
    }
    const since = open.since + String.fromCharCode(byte);
    const before = passedBy(open.sites, now.lexical, next.lexical, byte);
    const sites = [...before, ...raised.map((question) => siteAt(question, since.length, next))];
    return reduced(next, { ...open, since, sites: since.length > MOST_BYTES ? sites.slice(1) : sites });
  }

  /** Re-reads the bytes since the oldest open question with the decided answers. */
  function readAgain({ sites: asked, since }: Open<State>, decided: Decided<State>): SiteState<State> | undefined {
    let sites: readonly Site<State>[] = [];
    const arrive = (offset: number, there: Settled<State>, raised: readonly SiteQuestion<State>[]): Settled<State> => {
      let rulings = there.rulings;
      for (const question of raised) {
        const decision = decided.get(idOf(question, offset));
        // What was complete before the hole, or too long ago, stays unasked.
        if (decision === undefined)
          sites = isIn(asked, question, offset) ? [...sites, siteAt(question, offset, there)] : sites;
        else if (decision.body !== undefined)
          rulings = [...rulings, { body: decision.body, inner: decision.body.start(there.lexical) }];
      }
      return rulings === there.rulings ? there : { ...there, rulings };
    };
    const atOldest = questions.filter((question) => decided.has(idOf(question, 0)) || isIn(asked, question, 0));
    let now = arrive(0, asked[0]!.at, atOldest);
    for (let at = 0; at < since.length; at++) {
      const byte = since.charCodeAt(at);
      const next = stepSettled(now, byte);
      if (next === undefined) return undefined;
      sites = passedBy(sites, now.lexical, next.lexical, byte);
      now = arrive(at + 1, next, arising(now.lexical, next.lexical, byte));
    }
    return reduced(now, { sites, since, decided });
  }

  function begin(text: Uint8Array): SiteState<State> {
    let lexical = lexer.start;
    let sites: readonly Site<State>[] = [];
    for (let at = 0; at < text.length; at++) {
      const next = lexer.step(lexical, text[at]!)!;
      sites = passedBy(sites, lexical, next, text[at]!).filter(({ over }) => !over);
      const there = { lexical: next, rulings: [] };
      for (const question of arising(lexical, next, text[at]!)) sites = [...sites, siteAt(question, at + 1, there)];
      lexical = next;
    }
    const near = sites.filter(({ offset }) => text.length - offset <= MOST_BYTES);
    const from = near[0]?.offset ?? text.length;
    let since = "";
    for (const byte of text.subarray(from)) since += String.fromCharCode(byte);
    const open = { sites: near.map((site) => ({ ...site, offset: site.offset - from })), since, decided: NONE };
    return reduced({ lexical, rulings: [] }, open);
  }

  return {
    begin,
    step,
    sites: ({ open }) =>
      open?.sites.map(({ question, offset, over }) => ({ question, ago: open.since.length - offset, over })) ?? [],
    decide(state, question, ago, body) {
      const { open } = state;
      if (open === undefined) return state;
      const decision = { question, offset: open.since.length - ago, body };
      return readAgain(open, decisions([...open.decided.values(), decision]));
    },
    acceptsBefore: (rest) => acceptsBefore(lexer, stepSettled, rest),
    // Open questions reject nothing.
    quiet({ now: { rulings } }) {
      let bytes: Uint8Array | undefined = EVERY_BYTE;
      for (const { body, inner } of rulings) bytes = bytes && common(bytes, body.quiet?.(inner));
      return bytes;
    },
    key: ({ now, open }) => {
      if (open === undefined) return keyOf(lexer, now);
      const decided = [...open.decided].map(([id, { body }]) => `${id}=${body?.id ?? "-"}`);
      const sites = open.sites.map(({ question, offset, over }) => `${idOf(question, offset)}${over ? "!" : ""}`);
      return `${keyOf(lexer, now)} | ${keyOf(lexer, open.sites[0]!.at)} ${sites} ${decided} ${open.since}`;
    },
  };
}

/** Returns the function that tells whether the text may end in a state if `rest` follows. */
function acceptsBefore<State>(
  lexer: ProgramLexer<State>,
  step: SettledSteps<State>["stepSettled"],
  rest: Uint8Array,
): (state: SiteState<State>) => boolean {
  /** A generation asks several times about the state after each token. */
  const accepted = new WeakMap<Settled<State>, boolean>();
  /** Whether the rest may follow its first blank, by the key of the state there: most texts lead to one of few states. */
  const fromBlank = new Map<string, boolean>();
  const blank = rest.findIndex((byte) => byte <= BLANK) + 1;

  function acceptsIn(now: Settled<State>): boolean {
    const there = after(now, rest.subarray(0, blank));
    if (there === undefined || there.rulings.length === 0) return there !== undefined;
    const key = keyOf(lexer, there);
    let answer = fromBlank.get(key);
    if (answer === undefined) {
      const last = after(there, rest.subarray(blank));
      answer = last?.rulings.every(({ body, inner }) => body.accepts(inner)) ?? false;
      if (fromBlank.size >= MOST_ACCEPTED) fromBlank.clear();
      fromBlank.set(key, answer);
    }
    return answer;
  }

  /** Returns the state after `bytes`, or the first in which nothing constrains; `undefined` if they must not follow. */
  function after(now: Settled<State>, bytes: Uint8Array): Settled<State> | undefined {
    let at: Settled<State> | undefined = now;
    for (const byte of bytes) {
      if (at === undefined || at.rulings.length === 0) break;
      at = step(at, byte);
    }
    return at;
  }

  return ({ now }) => {
    let answer = accepted.get(now);
    if (answer === undefined) accepted.set(now, (answer = acceptsIn(now)));
    return answer;
  };
}

const NONE: Decided<never> = new Map();
const EVERY_BYTE = new Uint8Array(256).fill(1);

const commonOf = new WeakMap<Uint8Array, WeakMap<Uint8Array, Uint8Array>>();

/** Returns the bytes of both sets (256 zeros and ones each); the same object for the same sets. */
function common(one: Uint8Array, other: Uint8Array | undefined): Uint8Array | undefined {
  if (other === undefined || one === other || one === EVERY_BYTE) return other;
  let known = commonOf.get(one);
  if (known === undefined) commonOf.set(one, (known = new WeakMap()));
  let both = known.get(other);
  if (both === undefined) known.set(other, (both = one.map((bit, byte) => bit & other[byte]!)));
  return both;
}

function siteAt<State>(question: SiteQuestion<State>, offset: number, at: Settled<State>): Site<State> {
  return { question, offset, at, over: false };
}

function isIn<State>(sites: readonly Site<State>[], question: SiteQuestion<State>, offset: number): boolean {
  return sites.some((site) => site.question === question && site.offset === offset);
}

function idOf<State>({ kind }: SiteQuestion<State>, offset: number): string {
  return `${kind} ${offset}`;
}

function decisions<State>(all: readonly Decision<State>[]): Decided<State> {
  return new Map(all.map((each) => [idOf(each.question, each.offset), each]));
}

function keyOf<State>(lexer: ProgramLexer<State>, { lexical, rulings }: Settled<State>): string {
  return [lexer.key(lexical), ...rulings.map(({ body, inner }) => `${body.id}:${body.key(inner)}`)].join(" ");
}

/** Steps over bytes without open questions. */
interface SettledSteps<State> {
  stepSettled(now: Settled<State>, byte: number): Settled<State> | undefined;
  /** The questions that arise at a byte. */
  arising(before: State, after: State, byte: number): readonly SiteQuestion<State>[];
  /** The sites after a step of the lexer. */
  passedBy(sites: readonly Site<State>[], before: State, after: State, byte: number): readonly Site<State>[];
}

function settledSteps<State>(
  lexer: ProgramLexer<State>,
  questions: readonly SiteQuestion<State>[],
): SettledSteps<State> {
  const nothing: readonly SiteQuestion<State>[] = [];
  const waking = new Set(questions.map(({ wakesAt }) => wakesAt));
  /** Returns whether no question can arise or end, because the lexer's state does not change. */
  const isQuiet = (before: State, after: State, byte: number): boolean => before === after && !waking.has(byte);
  return {
    stepSettled(now, byte) {
      const { lexical, rulings } = now;
      for (const { body, inner } of rulings) if (body.refuses?.(inner, byte) === true) return undefined;
      const after = lexer.step(lexical, byte)!;
      if (rulings.length === 0) return after === lexical ? now : { lexical: after, rulings };
      const left: Ruling<State>[] = [];
      for (const { body, inner } of rulings) {
        const next = body.step(inner, byte, lexical, after);
        if (next === undefined) return undefined;
        if (next !== "over") left.push({ body, inner: next });
      }
      return { lexical: after, rulings: left };
    },
    arising: (before, after, byte) =>
      isQuiet(before, after, byte) ? nothing : questions.filter((question) => question.arises(before, after, byte)),
    passedBy: (sites, before, after, byte) =>
      sites.length === 0 || isQuiet(before, after, byte)
        ? sites
        : sites.map((site) =>
            site.over || !site.question.isOver(site.at.lexical, before, after, byte) ? site : { ...site, over: true },
          ),
  };
}
