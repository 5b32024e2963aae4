// Free text in which certain places raise a question whose answer constrains what follows, for example the names after
// a dot, which an analysis of the program knows. It follows the monitors of Agrawal et al., "Monitor-guided decoding of
// code LMs with static analysis of repository context" (2023), with three differences. The trigger reads bytes, so it
// is recognised inside a token. An answer states how much it claims (answer.ts). The trigger also reads the text
// directly after the constrained part.

import { checkArgument, excerpt, having, signature } from "@espalier/arguments";
import type { Answer } from "./answer.js";
import { isFiniteAutomaton } from "./finite.js";
import { answerKind, triggerOptionsKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import type { InsideToken, Question } from "./question.js";
import { bytesOf, type Text } from "./text.js";
import { bodyMaker } from "./trigger-body.js";
import { agoOf, NEVER, type Settled, settledOf, type TriggerState, triggerStates } from "./trigger-states.js";

/** What a trigger waits for, what it asks, and what its answers allow. */
export interface TriggerOptions<Value> {
  /**
   * The texts at whose end the question arises: a finite automaton, such as `endsWith(["."])`. It reads the text from
   * its start.
   */
  readonly after: Monitor<number>;
  /** The key of the question. */
  readonly ask: string;
  /**
   * Converts the value of a `closed` answer to a monitor of the texts that may follow, up to the first byte that occurs
   * in no name. The texts must consist of name bytes, and the monitor must have a `cost`. The function `strings` is
   * suitable; it leaves out texts with other bytes.
   */
  readonly allow: (value: Value) => Monitor<unknown>;
  /**
   * The bytes of names. By default letters, digits, `_`, `$` and all non-ASCII bytes. The first other byte ends the
   * constrained part.
   */
  readonly word?: Text;
  /** What happens to tokens that extend past the trigger; see {@link Question.inside}. `"ask"` by default. */
  readonly inside?: InsideToken;
  /**
   * What happens if an answer allows nothing to follow: `proven-empty`, or `closed` without an allowed text. `"rewind"`
   * (the default): the text is rejected. `"abstain"`: the answer constrains nothing. `"abort"`: throws a `MonitorError`
   * with the fault `proven-empty`.
   */
  readonly whenEmpty?: "rewind" | "abstain" | "abort";
}

const checkOnTrigger = signature("onTrigger", { options: triggerOptionsKind });

const triggerStateKind = having("a state of this monitor", { kind: "string", key: "string" });

const IDENTIFIER = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[A-Za-z0-9_$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Returns the texts of bytes in which each match of `after` is followed by what the answer to its question allows, up
 * to the first byte that occurs in no name. Everything else is free, including what follows a question without an
 * answer or with one other than `closed`.
 *
 * Questions arise wherever the trigger matches, also inside tokens, but not inside a constrained part. A state stores
 * the bytes since its oldest open question, and drops that question after 1,024 bytes. `cost` is exact for the answers
 * so far. The monitor is not `trim`: it may lead to a dead end, because a later answer may reject the text.
 *
 * @throws RangeError if `after` is not a finite automaton; from `supply`, if the monitor of `allow` has no `cost`, or
 * neither `table` nor `key`.
 * @throws MonitorError from `supply`, as `whenEmpty` says.
 *
 * @example
 * const dot = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
 * const [question] = dot.asks(run(dot, "os.ge")!);
 * question; // => { key: "members", ago: 2, inside: "ask", over: false }
 * const after = dot.supply(run(dot, "os.ge")!, question!, { kind: "closed", value: ["getcwd", "path"] })!;
 * [dot.step(after, 0x74) !== undefined, dot.step(after, 0x78) !== undefined]; // => [true, false]
 */
export function onTrigger<Value = readonly string[]>(
  options: TriggerOptions<Value>,
): Monitor<TriggerState> & Required<Pick<Monitor<TriggerState>, "asks" | "supply" | "cost" | "key">> {
  checkOnTrigger(options);
  const { after, ask, allow, inside = "ask", whenEmpty = "rewind" } = options;
  if (!isFiniteAutomaton(after as Monitor<unknown>))
    throw new RangeError("onTrigger: after must be a finite automaton, with integer states and at most 4,096 of them");
  const word = options.word === undefined ? IDENTIFIER : setOf(bytesOf(options.word));
  const outside = [...word.keys()].filter((byte) => word[byte] !== 1);
  const bodyOf = bodyMaker(allow, word);
  const states = triggerStates({
    startOfTrigger: after.start,
    stepTrigger: (trigger, byte) => after.step(trigger, byte) ?? NEVER,
    matches: (trigger) => after.accepts(trigger),
    word,
  });
  const nothingFollows = (reason: string): "refused" | undefined => {
    if (whenEmpty === "abort")
      throw new MonitorError("proven-empty", `nothing can follow "${excerpt(ask, 80)}": ${reason}`);
    return whenEmpty === "rewind" ? "refused" : undefined;
  };
  const decisionOf = (answer: Answer<Value>) => {
    if (answer.kind === "proven-empty") return nothingFollows(answer.reason);
    if (answer.kind !== "closed") return undefined;
    const body = bodyOf(answer.value);
    return body.cost(body.start) === Number.POSITIVE_INFINITY ? nothingFollows("the answer allows no text") : body;
  };
  // Open questions do not restrict what can be read, so masks are computed for settled states, of which there are few.
  const settled: Monitor<Settled> = {
    start: settledOf(states.start),
    step: (state, symbol) => (symbol < 256 ? states.stepSettled(state, symbol) : undefined),
    accepts: (now) => now.kind === "free" || now.body.accepts(now.inner),
    key: ({ key }) => key,
  };
  return {
    start: states.start,
    conjunction: { parts: [settled as Monitor<unknown>], stateOf: settledOf },
    step(state, symbol) {
      if (symbol >= 256) return undefined;
      try {
        return states.step(state, symbol);
      } catch (error) {
        // Checked only now, so that steps stay fast.
        checkArgument("onTrigger", "state", state, triggerStateKind);
        throw error;
      }
    },
    accepts: (state) => settled.accepts(settledOf(state)),
    label: `onTrigger "${excerpt(ask, 80)}"`,
    key: ({ key }) => key,
    cost(state) {
      const now = settledOf(state);
      return now.kind === "free" ? 0 : now.body.cost(now.inner);
    },
    expected(state) {
      const now = settledOf(state);
      return now.kind === "free" ? [] : now.body.expected(now.inner);
    },
    ruling: {
      bytes(state) {
        const now = settledOf(state);
        if (now.kind === "free") return undefined;
        const within = now.body.bytes(now.inner, word);
        return now.body.accepts(now.inner) ? [...outside, ...within] : within;
      },
      narrow: states.narrow,
    },
    asks: (state): readonly Question[] =>
      state.kind !== "open"
        ? []
        : state.sites.map((site) => ({ key: ask, ago: agoOf(state, site), inside, over: site.over })),
    supply(state, { key, ago }, answer) {
      if (state.kind !== "open" || key !== ask || !state.sites.some((site) => agoOf(state, site) === ago)) return state;
      checkArgument("supply", "answer", answer, answerKind);
      const decision = decisionOf(answer as Answer<Value>);
      return decision === "refused" ? undefined : states.decide(state, ago!, decision);
    },
  };
}

function setOf(bytes: Uint8Array): Uint8Array {
  const set = new Uint8Array(256);
  for (const byte of bytes) set[byte] = 1;
  return set;
}
