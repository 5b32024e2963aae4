// Asks a server once for everything that it knows about a hole; prompts, masks and error rounds share the answer.

import type { ExpectedType, ProgramPlace } from "@espalier/analysis";
import { having, options, signature } from "@espalier/arguments";
import type { RelevantHeaders, RelevantTypes } from "./chat-lsp.js";
import type { ClosedTexts, HoleServer } from "./hole-server.js";
import { limitKinds, placeKind, serverKind } from "./kinds.js";
import { DEFAULT_RETRIEVAL_LIMITS, type RetrievalLimits, relevantHeaders, relevantTypes } from "./relevant.js";

/** Everything known about a hole, as data. */
export interface HoleKnowledge {
  readonly language: string;
  /** Why the answers are weaker than a compiler's; absent for full ones. */
  readonly degraded?: string;
  /** The expected type; absent if none is expected. */
  readonly expected?: ExpectedType;
  /** Why no type is expected. */
  readonly reason?: string;
  readonly types: RelevantTypes;
  readonly headers: RelevantHeaders;
  /**
   * The closed set of texts that a hard mask can enforce; see {@link holeMonitor}. Absent if the set is open, if the server cannot tell, or if a name is half
   * written before the hole. It can be present at a place that takes no expression, where no type is expected.
   */
  readonly closed?: ClosedTexts;
  /**
   * The names from which a value of the expected type can be reached in two steps, for a soft mask; see {@link beginsWithName}. Absent if no type is expected,
   * if the server cannot tell, or if a name is half written before the hole.
   */
  readonly reaching?: readonly string[];
}

const NOTHING = { types: { definitions: [], text: "" }, headers: { headers: [], text: "" } } as const;

/** What is used of an `AbortSignal`. */
export interface HoleSignal {
  /** Throws the reason if the signal is aborted. */
  throwIfAborted(): void;
}

/** Options of {@link askHole}. */
export interface AskHoleOptions extends Partial<RetrievalLimits> {
  /** Ends the question between two questions to the server: the promise then rejects with the signal's reason. A compiler in this process is not interrupted. */
  readonly signal?: HoleSignal;
}

const checkAskHole = signature("askHole", {
  server: serverKind,
  at: placeKind,
  options: options({ ...limitKinds, signal: having("an AbortSignal", { throwIfAborted: "function" }) }),
});

/**
 * Asks a server for everything that it knows about a hole. Questions to the same server run one after the other, because its types are valid for one place
 * only.
 */
export function askHole<Type>(
  server: HoleServer<Type>,
  at: ProgramPlace,
  askOptions: AskHoleOptions = {},
): Promise<HoleKnowledge> {
  checkAskHole(server, at, askOptions);
  const { signal, ...limits } = askOptions;
  const within = { ...DEFAULT_RETRIEVAL_LIMITS, ...limits };
  return alone(server, async () => {
    signal?.throwIfAborted();
    const { language, degraded } = server;
    const whose = degraded === undefined ? { language } : { language, degraded };
    const answer = await server.getExpectedType(at);
    signal?.throwIfAborted();
    if (answer.kind !== "closed") {
      const reason = answer.reason ?? "the server does not tell";
      return { ...whose, reason, ...NOTHING, ...(await closedAt(server, at)) };
    }
    const { type, text, strength, by } = answer.value;
    const types = await relevantTypes(server, type, within);
    signal?.throwIfAborted();
    const context = await server.getTypingContext(at);
    signal?.throwIfAborted();
    const headers = await relevantHeaders(server, context, type, within);
    signal?.throwIfAborted();
    const reaching = BEGUN.test(at.before) ? undefined : await server.getReachingNames?.(context, type);
    const known = { ...whose, expected: { text, strength, by }, types, headers, ...(reaching && { reaching }) };
    // This question comes last because it invalidates the types.
    return { ...known, ...(await closedAt(server, at)) };
  });
}

/** A text whose end is inside a name. */
const BEGUN = /[\p{ID_Continue}$]$/u;

async function closedAt(
  server: Pick<HoleServer, "getClosedTexts">,
  at: ProgramPlace,
): Promise<Pick<HoleKnowledge, "closed">> {
  const closed = BEGUN.test(at.before) ? undefined : await server.getClosedTexts?.(at);
  return closed === undefined ? {} : { closed };
}

const last = new WeakMap<object, Promise<unknown>>();

/** Runs `question` after all earlier questions to the same server have finished. */
export function alone<Result>(server: object, question: () => Promise<Result>): Promise<Result> {
  const next = (last.get(server) ?? Promise.resolve()).then(question, question);
  last.set(server, next);
  return next;
}
