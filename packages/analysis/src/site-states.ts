// The states of a monitor over a program, and how bytes and answers lead from one to the next. The lexer reads every byte, so where a question
// arises depends on the text alone, and not on its tokens.
//
//                       a site
//      free code ─────────────────▶ open ─── answer `closed` ───▶ ruled: the word must be one of the names
//         ▲                         │  ▲                             │
//         │       other answers     │  └── a site in what follows    │ the word has ended
//         └─────────────────────────┴─────────────────────────────────┘
//
// An open state remembers the bytes since its oldest open question. An answer reads them again, so it does not matter how late it comes.

import type { ProgramLexer } from "./lexical.js";
import { type NamesBody, type NamesState, startOf, stepNames } from "./names-body.js";

/** After so many bytes a question that nobody answers is given up. */
const MOST_BYTES = 1024;

/** A body that rules what may follow. */
interface Ruling {
  readonly body: NamesBody;
  readonly state: NamesState;
}

/** What a place is where no question is open: the lexer's state, and what rules. */
interface Settled<State> {
  readonly lexical: State;
  readonly ruling: Ruling | undefined;
}

/** A place where a question arose. */
interface Site {
  /** How many bytes of `since` come before it. */
  readonly offset: number;
  /** Whether what its answer rules has been written. */
  readonly over: boolean;
}

/** Questions that are open. */
interface Open<State> {
  /** The oldest first, which is at offset 0. */
  readonly sites: readonly Site[];
  /** The lexer's state at the oldest. */
  readonly from: State;
  /** The bytes since, one a character. */
  readonly since: string;
  /** The answers of younger places, by offset: the body that rules, or `undefined` for none. */
  readonly decided: ReadonlyMap<number, NamesBody | undefined>;
}

/** A state of a monitor over a program; `now` is how it stands if no open question constrains anything. */
export interface SiteState<State> {
  readonly now: Settled<State>;
  readonly open: Open<State> | undefined;
}

/** The steps between the states. */
export interface SiteStates<State> {
  /** The state after `text`, in which nothing was asked so far but what an unfinished name at its end is about. */
  begin(text: Uint8Array): SiteState<State>;
  step(state: SiteState<State>, byte: number): SiteState<State> | undefined;
  /** How many bytes ago each open question arose, and whether what it rules has been written. */
  sites(state: SiteState<State>): readonly { readonly ago: number; readonly over: boolean }[];
  /** The state once the question of `ago` bytes ago is decided; `undefined` when nothing can follow by that. */
  decide(state: SiteState<State>, ago: number, body: NamesBody | undefined): SiteState<State> | undefined;
  /** Whether the text may end here, as far as answers rule, when `rest` follows it. */
  accepts(state: SiteState<State>, rest: Uint8Array): boolean;
  key(state: SiteState<State>): string;
}

/** @param arises whether a question arises where a byte leads the lexer from one state to another. */
export function siteStates<State>(
  lexer: ProgramLexer<State>,
  arises: (before: State, after: State) => boolean,
): SiteStates<State> {
  const stepSettled = ({ lexical, ruling }: Settled<State>, byte: number): Settled<State> | undefined => {
    const after = lexer.step(lexical, byte)!;
    if (ruling === undefined) return after === lexical ? { lexical, ruling } : { lexical: after, ruling: undefined };
    const next = stepNames(lexer, ruling.body, ruling.state, byte, lexical, after);
    if (next === undefined) return undefined;
    return { lexical: after, ruling: next === "over" ? undefined : { body: ruling.body, state: next } };
  };
  const hasPassed = (before: State, after: State): boolean =>
    lexer.kind(before) === "word" && lexer.kind(after) !== "word";

  /** The state with the open sites that are left; its bytes begin at the oldest. */
  function reduced(now: Settled<State>, open: Open<State>): SiteState<State> {
    const [oldest] = open.sites;
    if (oldest === undefined) return { now, open: undefined };
    const by = oldest.offset;
    if (by === 0) return { now, open };
    let at = open.from;
    for (let read = 0; read < by; read++) at = lexer.step(at, open.since.charCodeAt(read))!;
    const left = [...open.decided].filter(([offset]) => offset > by);
    return {
      now,
      open: {
        sites: open.sites.map((site) => ({ ...site, offset: site.offset - by })),
        from: at,
        since: open.since.slice(by),
        decided: new Map(left.map(([offset, body]) => [offset - by, body])),
      },
    };
  }

  function step(state: SiteState<State>, byte: number): SiteState<State> | undefined {
    const { now, open } = state;
    const next = stepSettled(now, byte);
    if (next === undefined) return undefined;
    const raised = next.ruling === undefined && arises(now.lexical, next.lexical);
    if (open === undefined) {
      if (raised)
        return {
          now: next,
          open: { sites: [{ offset: 0, over: false }], from: next.lexical, since: "", decided: new Map() },
        };
      return next.lexical === now.lexical && next.ruling === now.ruling ? state : { now: next, open };
    }
    const since = open.since + String.fromCharCode(byte);
    const passed = hasPassed(now.lexical, next.lexical);
    const before = passed ? open.sites.map((site) => (site.over ? site : { ...site, over: true })) : open.sites;
    const sites = raised ? [...before, { offset: since.length, over: false }] : before;
    return reduced(next, { ...open, since, sites: since.length > MOST_BYTES ? sites.slice(1) : sites });
  }

  /** Reads the bytes since the oldest open question again, with what has been decided. */
  function readAgain(open: Open<State>, decided: Open<State>["decided"]): SiteState<State> | undefined {
    let sites: readonly Site[] = [];
    const arrive = (offset: number, there: Settled<State>): Settled<State> => {
      if (!decided.has(offset)) {
        sites = [...sites, { offset, over: false }];
        return there;
      }
      const body = decided.get(offset);
      return body === undefined ? there : { ...there, ruling: { body, state: startOf(body) } };
    };
    let now = arrive(0, { lexical: open.from, ruling: undefined });
    for (let at = 0; at < open.since.length; at++) {
      const next = stepSettled(now, open.since.charCodeAt(at));
      if (next === undefined) return undefined;
      if (hasPassed(now.lexical, next.lexical)) sites = sites.map((site) => ({ ...site, over: true }));
      const raised = next.ruling === undefined && arises(now.lexical, next.lexical);
      now = raised ? arrive(at + 1, next) : next;
    }
    return reduced(now, { ...open, sites, decided });
  }

  function begin(text: Uint8Array): SiteState<State> {
    let lexical = lexer.start;
    let from: State | undefined;
    let offset = 0;
    for (let at = 0; at < text.length; at++) {
      const next = lexer.step(lexical, text[at]!)!;
      if (arises(lexical, next)) [from, offset] = [next, at + 1];
      else if (from !== undefined && !isAsked(lexical, next)) from = undefined;
      lexical = next;
    }
    const now: Settled<State> = { lexical, ruling: undefined };
    if (from === undefined) return { now, open: undefined };
    let since = "";
    for (const byte of text.subarray(offset)) since += String.fromCharCode(byte);
    return { now, open: { sites: [{ offset: 0, over: false }], from, since, decided: new Map() } };
  }
  /** Whether the word that an answer is about has not ended. */
  const isAsked = (before: State, after: State): boolean =>
    lexer.expectsMember(after) ||
    (lexer.kind(after) === "word" && (lexer.expectsMember(before) || lexer.kind(before) === "word"));

  return {
    begin,
    step,
    sites: ({ open }) => open?.sites.map(({ offset, over }) => ({ ago: open.since.length - offset, over })) ?? [],
    decide(state, ago, body) {
      const { open } = state;
      if (open === undefined) return state;
      return readAgain(open, new Map([...open.decided, [open.since.length - ago, body]]));
    },
    accepts(state, rest) {
      let now: Settled<State> | undefined = state.now;
      for (const byte of rest) {
        if (now === undefined || now.ruling === undefined) break;
        now = stepSettled(now, byte);
      }
      if (now?.ruling === undefined) return now !== undefined;
      const { body, state: at } = now.ruling;
      return at.begun && at.pending === "" && body.automaton.accepts(at.names);
    },
    key: ({ now, open }) => {
      const ruled =
        now.ruling === undefined
          ? ""
          : ` ${now.ruling.body.id}.${now.ruling.state.names}.${now.ruling.state.begun}.${now.ruling.state.pending}`;
      const key = `${lexer.key(now.lexical)}${ruled}`;
      if (open === undefined) return key;
      const decided = [...open.decided].map(([offset, body]) => `${offset}=${body?.id ?? "-"}`);
      const sites = open.sites.map(({ offset, over }) => `${offset}${over ? "!" : ""}`);
      return `${key} | ${lexer.key(open.from)} ${sites} ${decided} ${open.since}`;
    },
  };
}
