// The diagnostics that a server publishes unasked, and questions that wait for those of one text.

/** What a server has published about a document, in the shape of an answer to `textDocument/diagnostic`. */
export interface PublishedReport {
  readonly items: readonly unknown[];
}

/** A text of a document, with a name that no earlier text of it has. */
export interface PublishedText {
  readonly uri: string;
  readonly version: number;
  readonly invented: string;
}

export interface Published {
  /** Takes the parameters of `textDocument/publishDiagnostics`. */
  take(parameters: unknown): void;
  /**
   * What is published about a text from now on, within `milliseconds`. Servers may leave out the version: then the report counts that tells of the invented
   * name, or, when the server has published nothing else about the document for a while, the last one. `undefined` where nothing was published in time.
   */
  about(text: PublishedText, milliseconds: number): Promise<PublishedReport | undefined>;
}

/** Milliseconds without a further report, after which the last one of a server that tells no versions counts. */
const QUIET = 1_000;

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
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(take);
          resolve(last);
        };
        let timer = setTimeout(end, milliseconds);
        const take = (parameters: unknown): void => {
          const report = Object(parameters) as { uri?: unknown; version?: unknown; diagnostics?: unknown };
          if (report.uri !== uri || !Array.isArray(report.diagnostics)) return;
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
