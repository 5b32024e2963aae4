// The five methods of ChatLSP on top of a hole server.

import type { ExpectedType, ProgramPlace } from "@espalier/analysis";
import { options, signature, text } from "@espalier/arguments";
import { alone, askHole } from "./ask-hole.js";
import type { ErrorReport, RelevantHeaders, RelevantTypes } from "./chat-lsp.js";
import { reportOf } from "./error-report.js";
import type { HoleServer } from "./hole-server.js";
import { limitKinds, placeKind, serverKind } from "./kinds.js";
import type { RetrievalLimits } from "./relevant.js";
import { errorsBefore, errorsOfFilling } from "./static-errors.js";

/** The five methods, at places of files. */
export interface ChatMethods {
  /** What to tell a model about the language. */
  aiTutorial(): string;
  expectedType(at: ProgramPlace): Promise<ExpectedType | undefined>;
  relevantTypes(at: ProgramPlace): Promise<RelevantTypes>;
  relevantHeaders(at: ProgramPlace): Promise<RelevantHeaders>;
  /** The errors that a filling of the hole causes; omits those that the file has without it. */
  errorReport(at: ProgramPlace, filling: string): Promise<ErrorReport>;
}

const checkChatMethods = signature("chatMethods", { server: serverKind, limits: options(limitKinds) });
const checkReport = signature("errorReport", { at: placeKind, filling: text });

/** Creates the methods for a server. Each call asks the server again, because the files may have changed. */
export function chatMethods(server: HoleServer, limits: Partial<RetrievalLimits> = {}): ChatMethods {
  checkChatMethods(server, limits);
  return {
    aiTutorial: () => server.tutorial ?? `The program is written in ${server.language}.`,
    expectedType: async (at) => (await askHole(server, at, limits)).expected,
    relevantTypes: async (at) => (await askHole(server, at, limits)).types,
    relevantHeaders: async (at) => (await askHole(server, at, limits)).headers,
    errorReport(at, filling) {
      checkReport(at, filling);
      return alone(server, async () => {
        const known = await errorsBefore(server, at);
        return reportOf(at, filling, await errorsOfFilling(server, at, filling, known));
      });
    },
  };
}
