// One question for all that is known of a hole: for the prompt, for masks and for error rounds.

import type { ExpectedType, ProgramPlace } from "@espalier/analysis";
import { options, signature } from "@espalier/arguments";
import type { RelevantHeaders, RelevantTypes } from "./chat-lsp.js";
import type { ClosedTexts, HoleServer } from "./hole-server.js";
import { limitKinds, placeKind, serverKind } from "./kinds.js";
import { DEFAULT_RETRIEVAL_LIMITS, type RetrievalLimits, relevantHeaders, relevantTypes } from "./relevant.js";

/** What is known of a hole, as data. */
export interface HoleKnowledge {
  readonly language: string;
  /** Why the answers are weaker than a compiler's; absent for full ones. */
  readonly degraded?: string;
  /** What is expected; absent where nothing is. */
  readonly expected?: ExpectedType;
  /** Why nothing is expected. */
  readonly reason?: string;
  readonly types: RelevantTypes;
  readonly headers: RelevantHeaders;
  /**
   * What must stand there, for a hard mask: see {@link holeMonitor}. Absent where the set is open, or cannot be told, and where a name is begun. It is told
   * also where no expression stands, and so nothing is expected.
   */
  readonly closed?: ClosedTexts;
  /**
   * The names from which a value of the expected type is reached in two steps, for a soft mask: see {@link beginsWithName}. Absent where nothing is expected, or
   * that cannot be told, and where a name is begun.
   */
  readonly reaching?: readonly string[];
}

const NOTHING = { types: { definitions: [], text: "" }, headers: { headers: [], text: "" } } as const;

const checkAskHole = signature("askHole", { server: serverKind, at: placeKind, limits: options(limitKinds) });

/** Asks a server all that it knows of a hole. Questions to one server wait for each other, since its types are valid for one place only. */
export function askHole<Type>(
  server: HoleServer<Type>,
  at: ProgramPlace,
  limits: Partial<RetrievalLimits> = {},
): Promise<HoleKnowledge> {
  checkAskHole(server, at, limits);
  const within = { ...DEFAULT_RETRIEVAL_LIMITS, ...limits };
  return alone(server, async () => {
    const { language, degraded } = server;
    const whose = degraded === undefined ? { language } : { language, degraded };
    const answer = await server.getExpectedType(at);
    if (answer.kind !== "closed") {
      const reason = answer.reason ?? "the server does not tell";
      return { ...whose, reason, ...NOTHING, ...(await closedAt(server, at)) };
    }
    const { type, text, strength, by } = answer.value;
    const types = await relevantTypes(server, type, within);
    const context = await server.getTypingContext(at);
    const headers = await relevantHeaders(server, context, type, within);
    const reaching = BEGUN.test(at.before) ? undefined : await server.getReachingNames?.(context, type);
    const known = { ...whose, expected: { text, strength, by }, types, headers, ...(reaching && { reaching }) };
    // Asked last: the types are not valid any more.
    return { ...known, ...(await closedAt(server, at)) };
  });
}

/** A text that ends within a name. */
const BEGUN = /[\p{ID_Continue}$]$/u;

async function closedAt(
  server: Pick<HoleServer, "getClosedTexts">,
  at: ProgramPlace,
): Promise<Pick<HoleKnowledge, "closed">> {
  const closed = BEGUN.test(at.before) ? undefined : await server.getClosedTexts?.(at);
  return closed === undefined ? {} : { closed };
}

const last = new WeakMap<object, Promise<unknown>>();

/** Runs `question` when the questions to the same server that came before it are over. */
export function alone<Result>(server: object, question: () => Promise<Result>): Promise<Result> {
  const next = (last.get(server) ?? Promise.resolve()).then(question, question);
  last.set(server, next);
  return next;
}
