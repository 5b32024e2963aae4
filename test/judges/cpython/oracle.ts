// A CPython that says of texts whether they are Python: what `ast.parse` accepts, of the version itself and never by `feature_version`,
// which is best effort. What a parser of this version rejects it rejects with an error; where a process is not enough (memory, recursion,
// time, a crash), nothing is known of the text.
import type { Python, Version } from "./pythons.js";
import { createWorker } from "./worker.js";

export type Verdict =
  | { readonly kind: "accept" }
  /** `SyntaxError: invalid syntax`; line and column from 1, in CPython's own units, 0 where it gives none. */
  | { readonly kind: "reject"; readonly error: string; readonly line: number; readonly column: number }
  | { readonly kind: "resource"; readonly error: string };

/** What `tokenize` calls a token, and where it is in UTF-16 units. */
export type Token = readonly [kind: string, start: number, end: number];

export interface Oracle {
  readonly version: Version;
  /** `3.12.1`, `3.15.0rc1`. */
  readonly exact: string;
  /** Of its `unicodedata`. */
  readonly unicode: string;
  parse(texts: readonly string[]): Promise<Verdict[]>;
  /** The sources of its standard library, in the order of their names. */
  library(): Promise<readonly string[]>;
  /** One of them; undefined when it is not UTF-8. */
  read(file: string): Promise<string | undefined>;
  /** The tokens of a text, layout included; undefined when `tokenize` refuses it, or the process ends. */
  tokens(text: string): Promise<readonly Token[] | undefined>;
  /** Milliseconds of its CPU that `ast.parse` takes on a text that it accepts, round by round. */
  time(text: string, rounds: number): Promise<readonly number[]>;
  close(): void;
}

type Answer = 0 | [error: string, line: number, column: number] | { readonly resource: string };

/** Texts sent at once, so that requests stay small. */
const BATCH = 500;

/** Starts a CPython. @throws Error when it does not start. */
export async function openOracle(python: Python): Promise<Oracle> {
  const worker = createWorker(python.command);

  async function one<Said>(request: object): Promise<Said> {
    const [answer] = await worker.ask(request, 1);
    if (answer === undefined) throw new Error(`CPython ${python.version} (${python.command.file}) did not answer`);
    return answer as Said;
  }

  /** The verdicts on a few texts. The one at which a process ends is too much for it; the rest is asked again. */
  async function judged(texts: readonly string[]): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    while (verdicts.length < texts.length) {
      const rest = texts.slice(verdicts.length);
      const answers = (await worker.ask({ op: "parse", texts: rest }, rest.length)) as Answer[];
      verdicts.push(...answers.map(verdictOf));
      if (answers.length < rest.length)
        verdicts.push({ kind: "resource", error: "the process ended, or took too long" });
      else if (answers.some((answer) => typeof answer === "object" && "resource" in answer)) worker.restart();
    }
    return verdicts;
  }

  const { version: exact, unicode } = await one<{ version: string; unicode: string }>({ op: "hello" });
  return {
    version: python.version,
    exact,
    unicode,
    async parse(texts) {
      const verdicts: Verdict[] = [];
      for (let i = 0; i < texts.length; i += BATCH) verdicts.push(...(await judged(texts.slice(i, i + BATCH))));
      return verdicts;
    },
    async library() {
      return (await one<{ files: string[] }>({ op: "library" })).files;
    },
    async read(file) {
      return (await one<{ text: string | null }>({ op: "read", file })).text ?? undefined;
    },
    async tokens(text) {
      const [answer] = (await worker.ask({ op: "tokens", text }, 1)) as { tokens: Token[] | null }[];
      return answer?.tokens ?? undefined;
    },
    async time(text, rounds) {
      return (await one<{ ms: number[] }>({ op: "time", text, rounds })).ms;
    },
    close: worker.close,
  };
}

function verdictOf(answer: Answer): Verdict {
  if (answer === 0) return { kind: "accept" };
  if ("resource" in answer) return { kind: "resource", error: answer.resource };
  const [error, line, column] = answer;
  return { kind: "reject", error, line, column };
}
