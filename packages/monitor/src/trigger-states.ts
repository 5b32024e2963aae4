// The states of `onTrigger`, and their steps over bytes and answers.
//
//                      trigger
//      free text ─────────────────▶ open ──── answer `closed` ────▶ constrained by a body
//         ▲                         │  ▲                              │
//         │      other answers      │  └── a trigger in what follows  │ a byte that is no part of a name
//         └─────────────────────────┴─────────────────────────────────┘
//
// The trigger reads every byte, so where a question arises depends only on the text before it. An open state stores the
// bytes since its oldest question. An answer re-reads them, so answers may arrive late and in any order.

import type { Survivors } from "./survivors.js";
import type { TriggerBody } from "./trigger-body.js";

/** The state of a trigger that can no longer match. */
export const NEVER = -1;
/**
 * After this many bytes, an unanswered question is dropped. No token is longer (`MAX_TOKEN_BYTES` in @espalier/trie).
 */
const MOST_BYTES = 1024;

/** No question is open, and nothing constrains the text. */
interface Free {
  readonly kind: "free";
  /** The state of the trigger. */
  readonly trigger: number;
  readonly key: string;
}

/** A body constrains what may follow. */
interface Ruled {
  readonly kind: "ruled";
  readonly trigger: number;
  readonly body: TriggerBody;
  /** The body's own state. */
  readonly inner: unknown;
  /** The body's texts that the other part of a product allows; `undefined` for all of them. */
  readonly survivors: Survivors | undefined;
  readonly key: string;
}

/** A place where a question arose. */
interface Site {
  /** How many bytes of {@link Open.since} precede it. */
  readonly offset: number;
  readonly trigger: number;
  /** Whether everything that its answer constrains has been written. */
  readonly over: boolean;
}

/** Questions are open. */
interface Open {
  readonly kind: "open";
  /** The open places, oldest first; the oldest is at offset 0. */
  readonly sites: readonly Site[];
  /** The bytes since the oldest open place, one character for each byte. */
  readonly since: string;
  /** The answers for later places, by offset: the body, or `undefined` for no constraint. */
  readonly decided: ReadonlyMap<number, TriggerBody | undefined>;
  /** The state if no open question constrains anything. */
  readonly now: Settled;
  readonly key: string;
}

/** A state in which no question is open. */
export type Settled = Free | Ruled;
export type TriggerState = Settled | Open;

/** What the states need from a trigger. */
export interface TriggerMachine {
  readonly startOfTrigger: number;
  /** Returns the state of the trigger after a byte; {@link NEVER} if it can no longer match. */
  stepTrigger(trigger: number, byte: number): number;
  matches(trigger: number): boolean;
  /** 1 for the bytes of names. */
  readonly word: Uint8Array;
}

/** The steps between the states of one trigger. */
export interface TriggerStates {
  readonly start: TriggerState;
  step(state: TriggerState, byte: number): TriggerState | undefined;
  /** Returns the state after a byte, if no question arises or it constrains nothing. */
  stepSettled(state: Settled, byte: number): Settled | undefined;
  /** Returns the state after the place `ago` bytes back is decided; `undefined` if nothing can then follow. */
  decide(state: Open, ago: number, body: TriggerBody | undefined): TriggerState | undefined;
  /** Returns `state`, which a body constrains, restricted to its surviving texts. */
  narrow(state: TriggerState, survivors: Survivors): TriggerState;
}

/** Returns how many bytes ago the question of `site` arose. */
export function agoOf({ since }: Open, { offset }: Site): number {
  return since.length - offset;
}

/** Returns the part of a state that determines what may follow. */
export function settledOf(state: TriggerState): Settled {
  return state.kind === "open" ? state.now : state;
}

export function triggerStates({ startOfTrigger, stepTrigger, matches, word }: TriggerMachine): TriggerStates {
  const frees = new Map<number, Free>();
  const free = (trigger: number): Free => {
    let state = frees.get(trigger);
    if (state === undefined) frees.set(trigger, (state = { kind: "free", trigger, key: `f${trigger}` }));
    return state;
  };
  const ruled = (trigger: number, body: TriggerBody, inner: unknown, survivors?: Survivors): Ruled => ({
    kind: "ruled",
    trigger,
    body,
    inner,
    survivors,
    key: `r${trigger}:${body.number}:${survivors === undefined ? "" : `${survivors.key}:`}${body.keyOf(inner)}`,
  });
  const open = (sites: readonly Site[], since: string, decided: Open["decided"], now: Settled): Open => {
    const answers = [...decided].map(([offset, body]) => `${offset}=${body?.number ?? "-"}`);
    const survivors = now.kind === "ruled" && now.survivors !== undefined ? `${now.survivors.key}:` : "";
    const key = `o${sites[0]!.trigger}:${answers.join()}:${survivors}${since}`;
    return { kind: "open", sites, since, decided, now, key };
  };

  /** Returns the settled state after a byte, if no question arises or it constrains nothing. */
  function stepSettled(now: Settled, byte: number): Settled | undefined {
    const trigger = now.trigger === NEVER ? NEVER : stepTrigger(now.trigger, byte);
    if (now.kind === "free") return free(trigger);
    if (word[byte] === 1) {
      const inner = now.body.step(now.inner, byte);
      const survivors = now.survivors?.next(byte);
      if (inner === undefined || (now.survivors !== undefined && survivors === undefined)) return undefined;
      return ruled(trigger, now.body, inner, survivors);
    }
    return now.body.accepts(now.inner) ? free(trigger) : undefined;
  }
  const asks = (now: Settled): boolean => now.kind === "free" && now.trigger !== NEVER && matches(now.trigger);
  const passed = (sites: readonly Site[], byte: number): readonly Site[] =>
    word[byte] === 1 ? sites : sites.map((site) => (site.over ? site : { ...site, over: true }));
  const siteAt = (offset: number, { trigger }: Settled): Site => ({ offset, trigger, over: false });

  /** Returns the open state of `sites`; if there are none, the settled one. */
  function reduced(sites: readonly Site[], since: string, decided: Open["decided"], now: Settled): TriggerState {
    const [oldest] = sites;
    if (oldest === undefined) return now;
    const by = oldest.offset;
    if (by === 0) return open(sites, since, decided, now);
    const left = [...decided].filter(([offset]) => offset > by);
    return open(
      sites.map((site) => ({ ...site, offset: site.offset - by })),
      since.slice(by),
      new Map(left.map(([offset, body]) => [offset - by, body])),
      now,
    );
  }

  /** Re-reads the bytes since the oldest open place with the decided answers. */
  function readAgain({ sites: [oldest], since }: Open, decided: Open["decided"]): TriggerState | undefined {
    let sites: readonly Site[] = [];
    const met = new Map<number, TriggerBody | undefined>();
    const arrive = (offset: number, there: Settled): Settled => {
      if (!decided.has(offset)) {
        sites = [...sites, siteAt(offset, there)];
        return there;
      }
      const body = decided.get(offset);
      met.set(offset, body);
      return body === undefined ? there : ruled(there.trigger, body, body.start);
    };
    let now = arrive(0, free(oldest!.trigger));
    for (let at = 0; at < since.length; at++) {
      const byte = since.charCodeAt(at);
      const next = stepSettled(now, byte);
      if (next === undefined) return undefined;
      sites = passed(sites, byte);
      now = asks(next) ? arrive(at + 1, next) : next;
    }
    return reduced(sites, since, met, now);
  }

  const narrowed = (now: Settled, survivors: Survivors): Settled =>
    now.kind === "free" ? now : ruled(now.trigger, now.body, now.inner, survivors);

  const begin = free(startOfTrigger);
  return {
    stepSettled,
    start: asks(begin) ? open([siteAt(0, begin)], "", new Map(), begin) : begin,
    step(state, byte) {
      const next = stepSettled(settledOf(state), byte);
      if (next === undefined) return undefined;
      if (state.kind !== "open") return asks(next) ? open([siteAt(0, next)], "", new Map(), next) : next;
      const since = state.since + String.fromCharCode(byte);
      const before = passed(state.sites, byte);
      const sites = asks(next) ? [...before, siteAt(since.length, next)] : before;
      return reduced(since.length > MOST_BYTES ? sites.slice(1) : sites, since, state.decided, next);
    },
    decide(state, ago, body) {
      const offset = state.since.length - ago;
      return readAgain(state, new Map([...state.decided, [offset, body]]));
    },
    narrow: (state, survivors) =>
      state.kind === "open"
        ? open(state.sites, state.since, state.decided, narrowed(state.now, survivors))
        : narrowed(state, survivors),
  };
}
