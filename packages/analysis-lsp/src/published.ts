// The diagnostics that a server pushes, and questions that wait for the diagnostics of one text.

import { startTimer } from "./timer.js";

/** The diagnostics that a server has pushed for a document, in the form of an answer to `textDocument/diagnostic`. */
export interface PublishedReport {
  readonly items: readonly unknown[];
}

/** A text of a document, with an invented name that no earlier text of the document contains. */
export interface PublishedText {
  readonly uri: string;
  readonly version: number;
  readonly invented: string;
}

export interface Published {
  /** Handles the parameters of `textDocument/publishDiagnostics`. */
  take(parameters: unknown): void;
  /**
   * The diagnostics that arrive for a text from now on, within `milliseconds`. A server may omit the version. In that case, the report that mentions the
   * invented name counts, or the last report after which the server has sent no other for a while. `undefined` if none arrived in time.
   */
  about(text: PublishedText, milliseconds: number): Promise<PublishedReport | undefined>;
}

/** Milliseconds without a further report after which the last report counts, for servers that send no versions. */
const QUIET = 1_000;

/** A form of the URI that is the same for all spellings: servers escape other characters than Node does, such as the `+` of `c++`. */
function plain(uri: unknown): string | undefined {
  if (typeof uri !== "string") return undefined;
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase());
  } catch {
    return uri;
  }
}

export function publishedReports(): Published {
  const waiting = new Set<(parameters: unknown) => void>();
  return {
    take(parameters) {
      for (const each of [...waiting]) each(parameters);
    },
    about({ uri, version, invented }, milliseconds) {
      return new Promise((resolve) => {
        let last: PublishedReport | undefined;
        const until = performance.now() + milliseconds;
        const asked = plain(uri);
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(take);
          resolve(last);
        };
        let timer = startTimer(end, milliseconds);
        const take = (parameters: unknown): void => {
          const report = Object(parameters) as { uri?: unknown; version?: unknown; diagnostics?: unknown };
          if (plain(report.uri) !== asked || !Array.isArray(report.diagnostics)) return;
          const isVersioned = typeof report.version === "number";
          if (isVersioned && (report.version as number) < version) return;
          last = { items: report.diagnostics };
          if (isVersioned || last.items.some((item) => tells(item, invented))) {
            end();
            return;
          }
          clearTimeout(timer);
          timer = setTimeout(end, Math.max(0, Math.min(QUIET, until - performance.now())));
        };
        waiting.add(take);
      });
    },
  };
}

function tells(item: unknown, invented: string): boolean {
  const { message } = Object(item) as { readonly message?: unknown };
  return typeof message === "string" && message.includes(invented);
}
