// One cut, in every way: is the middle that stood there allowed, token by token; what does the model write freely; what of that
// would have done; what does it write within the language, with a budget and without.

import { BudgetError, complete, completeByAttempts, type Stopping } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { createMasker, type Trie } from "@espalier/trie";
import type { Oracle } from "../../test/judges/cpython/oracle.js";
import { timed } from "../clock.js";
import { clocked, replayed } from "./clocked.js";
import type { Cut } from "./cuts.js";
import { type AfterEdit, afterEdits } from "./edits.js";
import type { Contender } from "./models.js";
import { bytesOf, readBytes, type Subject } from "./subject.js";

/** What came of a text: whether CPython takes the file with it; `unknown` where it says nothing. */
export type Parsed = "yes" | "no" | "unknown";

/** A generation within the language. */
export interface Constrained {
  /** Whether the language takes the file with it. */
  readonly connected: boolean;
  readonly parsed: Parsed;
  readonly tokens: number;
  /** In masks, by token. */
  readonly microseconds: readonly number[];
  /** The same once more, with the same questions, after all of it: with no mask remembered, and with all. */
  readonly warm?: readonly number[];
  readonly again?: readonly number[];
  /** The text, where CPython and the language disagree. */
  readonly text?: string;
}

/** What came of a cut. */
export interface Trial {
  readonly file: string;
  readonly index: number;
  readonly characters: number;
  readonly lines: number;
  /** Why nothing connects to prefix and suffix, by what the language says. */
  readonly refused?: string;
  /** From prefix and suffix to the first mask, in milliseconds. */
  readonly oneTimeMs: number;
  /** The same after an edit, in milliseconds; for the first cut of a file. */
  readonly afterEditMs?: AfterEdit;
  readonly truth: {
    readonly accepted: boolean;
    readonly tokens: number;
    readonly inMask: number;
    readonly microseconds: readonly number[];
  };
  /** The least cost at the cut, in tokens; null where nothing connects. */
  readonly leastCost: number | null;
  readonly unconstrained?: { readonly parsed: Parsed; readonly tokens: number };
  /** Whether some beginning of the unconstrained text would have been parsed. */
  readonly checked?: { readonly parsed: Parsed };
  /** Absent where the least cost is above the budget. */
  readonly constrained?: Constrained;
  /** Without looking at the budget, cut at its best stop. */
  readonly unbudgeted?: Constrained;
  /** By the published loop: 50 attempts, no masks. */
  readonly attempts?: Constrained;
}

/** Which generations there are. */
export type Way = "unconstrained" | "constrained" | "unbudgeted" | "attempts";

export interface Tools {
  readonly subject: Subject;
  readonly oracle: Oracle;
  readonly contender: Contender;
  /** The trie of a model's vocabulary, made once for each. */
  readonly trieOf: (model: Model) => Trie;
  readonly ways: ReadonlySet<Way>;
  readonly maxTokens: number;
}

/** Tries one cut. */
export async function tryCut(cut: Cut, tools: Tools): Promise<Trial> {
  const { subject, contender, trieOf, ways } = tools;
  const model = contender.forCut(cut);
  const trie = trieOf(model);
  const context = cut.prefix + cut.suffix;
  const about = {
    file: cut.file,
    index: cut.index,
    characters: context.length,
    lines: context.split("\n").length - 1,
  };
  const { result: opened, us } = timed(() => open(cut, subject, trie));
  const oneTimeMs = us / 1000;
  const asked = { cut, model, prompt: ways.size === 0 ? [] : contender.prompt(cut), trie, tools };
  if ("refused" in opened) {
    const { length: tokens } = model.encode(cut.middle, "literal");
    const truth = { accepted: false, tokens, inMask: 0, microseconds: [] };
    const free = ways.has("unconstrained") ? await freely(asked) : {};
    return { ...about, refused: opened.refused, oneTimeMs, truth, leastCost: null, ...free };
  }
  const { monitor } = opened;

  const truth = walkTruth(cut, monitor, model, trie);
  const cost = createMasker(trie, monitor).tokenCost(monitor.start);
  const leastCost = Number.isFinite(cost) ? cost : null;
  const edited = cut.index === 0 ? { afterEditMs: afterEdits(cut, subject, trie) } : {};
  const base = { ...about, oneTimeMs, ...edited, truth, leastCost };
  if (ways.size === 0) return base;

  const { cost: _, costAtMost: __, witness: ___, ...boundless } = monitor;
  const constrained = ways.has("constrained") ? await within(asked, monitor, "last") : undefined;
  const unbudgeted = ways.has("unbudgeted") ? await within(asked, boundless, "best-when-cut") : undefined;
  const attempts = ways.has("attempts") ? await byAttempts(asked, monitor) : undefined;
  return {
    ...base,
    ...(ways.has("unconstrained") ? await freely(asked) : {}),
    ...(constrained === undefined ? {} : { constrained }),
    ...(unbudgeted === undefined ? {} : { unbudgeted }),
    ...(attempts === undefined ? {} : { attempts }),
  };
}

/** The gap's language and its first mask, or why there is none. */
function open(
  { prefix, suffix }: Cut,
  subject: Subject,
  trie: Trie,
): { readonly monitor: Monitor<number> } | { readonly refused: string } {
  try {
    const monitor = subject.fill(prefix, suffix);
    createMasker(trie, monitor).mask(monitor.start);
    return { monitor };
  } catch (error) {
    if (error instanceof Error && error.name === "FillError") return { refused: error.message };
    throw error;
  }
}

/** What a model is asked for one cut. */
interface Asked {
  readonly cut: Cut;
  readonly model: Model;
  readonly prompt: readonly number[];
  readonly trie: Trie;
  readonly tools: Tools;
}

/** The middle that stood there, token by token: each has to be in the mask. */
function walkTruth(cut: Cut, monitor: Monitor<number>, model: Model, trie: Trie): Trial["truth"] {
  const bytes = bytesOf(cut.middle);
  const { read, state } = readBytes(monitor, bytes);
  const accepted = read === bytes.length && monitor.accepts(state);
  const masker = createMasker(trie, monitor);
  const ids = cut.middle === "" ? [] : model.encode(cut.middle, "literal");
  const microseconds: number[] = [];
  let inMask = 0;
  let at: number | undefined = monitor.start;
  for (const id of ids) {
    const from: number = at;
    const { result, us } = timed(() => ({ has: masker.mask(from).mask.has(id), next: masker.push(from, id) }));
    microseconds.push(us);
    if (result.has) inMask++;
    if (!result.has || result.next === undefined) break;
    at = result.next;
  }
  return { accepted, tokens: ids.length, inMask, microseconds };
}

async function freely({ cut, model, prompt, tools }: Asked): Promise<Pick<Trial, "unconstrained" | "checked">> {
  const { oracle, maxTokens } = tools;
  const { bytes, ids } = await complete({ model, prompt, maxTokens });
  const text = Buffer.from(bytes).toString("utf8");
  const whole = Buffer.from(text, "utf8").equals(Buffer.from(bytes));
  const [verdict] = whole ? await oracle.parse([cut.prefix + text + cut.suffix]) : [undefined];
  const parsed: Parsed = verdict === undefined ? "no" : saidOf(verdict.kind);
  const unconstrained = { parsed, tokens: ids.length };
  if (parsed === "yes") return { unconstrained, checked: { parsed } };
  // From the longest beginning to the shortest; a few at a time, since the first that parses ends it.
  const characters = [...text];
  let unknown = parsed === "unknown";
  for (let end = characters.length; end >= 0; ) {
    const ends = Array.from({ length: Math.min(32, end + 1) }, (_, i) => end - i);
    const beginnings = ends.map((length) => cut.prefix + characters.slice(0, length).join("") + cut.suffix);
    const verdicts = await oracle.parse(beginnings);
    if (verdicts.some(({ kind }) => kind === "accept")) return { unconstrained, checked: { parsed: "yes" } };
    unknown ||= verdicts.some(({ kind }) => kind === "resource");
    end -= ends.length;
  }
  return { unconstrained, checked: { parsed: unknown ? "unknown" : "no" } };
}

async function within(
  { cut, model, prompt, trie, tools }: Asked,
  monitor: Monitor<number>,
  stopping: Stopping,
): Promise<Constrained | undefined> {
  const { oracle, maxTokens } = tools;
  const masker = createMasker(trie, monitor);
  const clock = clocked(masker);
  try {
    const { text, accepted, ids } = await complete({
      model,
      prompt,
      masker: clock.masker,
      maxTokens,
      stopping,
      onStep: ({ kind }) => {
        if (kind === "token") clock.lap();
      },
    });
    // What is not shared with the gap's other maskers are the masks that are remembered.
    const { stepsOf: _, ...own } = monitor;
    const warm = replayed(clock.calls, createMasker(trie, own));
    const times = { microseconds: clock.microseconds, warm, again: replayed(clock.calls, masker) };
    return judged(cut, text, accepted, ids.length, times, oracle);
  } catch (error) {
    if (error instanceof BudgetError) return undefined;
    throw error;
  }
}

async function byAttempts({ cut, model, prompt, tools }: Asked, monitor: Monitor<number>): Promise<Constrained> {
  const { oracle, maxTokens } = tools;
  const { text, accepted, tokens } = await completeByAttempts({ model, prompt, monitor, maxTokens });
  return judged(cut, text, accepted, tokens, { microseconds: [] }, oracle);
}

async function judged(
  cut: Cut,
  text: string,
  connected: boolean,
  tokens: number,
  times: Pick<Constrained, "microseconds" | "warm" | "again">,
  oracle: Oracle,
): Promise<Constrained> {
  const [verdict] = await oracle.parse([cut.prefix + text + cut.suffix]);
  const parsed = saidOf(verdict!.kind);
  return { connected, parsed, tokens, ...times, ...(connected === (parsed === "yes") ? {} : { text }) };
}

function saidOf(kind: "accept" | "reject" | "resource"): Parsed {
  return kind === "accept" ? "yes" : kind === "reject" ? "no" : "unknown";
}
