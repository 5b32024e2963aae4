// The real llguidance, in a Python process of its own: newline-delimited JSON to judge.py and back, one request at a time. A request that
// takes too long ends the process.
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const tokenizerPath: string = path.join(here, "../../../models/tiny-fim/tokenizer.json");

/** The Python to ask: `ESPALIER_PYTHON`, or what the PATH has. */
const python: string = process.env.ESPALIER_PYTHON || "python3";

/** The vocabulary as llguidance reads it. */
export interface Opened {
  readonly version: string;
  readonly size: number;
  readonly end: number;
  /** The bytes of each token; undefined for special ones. */
  readonly tokens: readonly (Uint8Array | undefined)[];
}

/** What llguidance says along one text: before each token up to the first it refuses, and at the end if it comes there. */
export interface Traced {
  /** Masks as bitsets of the vocabulary; the same object where they are the same. */
  readonly masks: readonly Uint32Array[];
  readonly accepts: readonly boolean[];
  /** Why it stopped when not by refusing a token: a limit of llguidance. */
  readonly error: string;
}

/** What a search for a way to finish a text found. */
export interface Finished {
  /** Tokens after which llguidance lets the text end. */
  readonly found: readonly number[] | undefined;
  readonly seen: number;
  /** Every way was seen to its end. */
  readonly all: boolean;
}

/** Bounds of a search: the tokens tried at each step, and how many states and steps. */
export interface Search {
  readonly tokens: readonly number[];
  readonly states: number;
  readonly length: number;
}

/** llguidance, as far as we ask it. Texts are token ids. */
export interface Judge {
  readonly opened: Opened;
  /** The traces of texts; a message when the grammar is refused. */
  trace(grammar: string, texts: readonly (readonly number[])[]): Promise<readonly Traced[] | string>;
  /** A breadth-first search for a completion of `text`. */
  finish(grammar: string, text: readonly number[], search: Search): Promise<Finished>;
  /** The general category of a character in Python's Unicode, which is older than ours or llguidance's. */
  category(letter: string): Promise<string>;
  close(): void;
}

/** The process of the judge has ended; another can be started. */
export class JudgeEnded extends Error {
  override readonly name = "JudgeEnded";
}

const REQUEST_MILLISECONDS = 30_000;

/** Why there is no judge on this machine and how to get one; undefined when there is one. */
export function whyNoJudge(): string | undefined {
  try {
    execFileSync(python, ["-c", "import llguidance"], { stdio: "pipe", timeout: 20_000 });
    return undefined;
  } catch {
    return (
      `needs a Python with llguidance (${python} has none): python3 -m venv V && V/bin/pip install llguidance, ` +
      "then ESPALIER_PYTHON=V/bin/python"
    );
  }
}

/** Starts the process and lets it read the tokenizer. */
export async function startJudge(): Promise<Judge> {
  const child = spawn(python, [path.join(here, "judge.py")], { stdio: ["pipe", "pipe", "inherit"] });
  // A process that has ended is noticed where its answer is missed.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  async function answered<Answer>(request: object): Promise<Answer | { readonly error: string }> {
    const clock = setTimeout(() => child.kill("SIGKILL"), REQUEST_MILLISECONDS);
    try {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new JudgeEnded(`llguidance ended, or took too long: ${JSON.stringify(request)}`);
      return JSON.parse(line.value) as Answer;
    } finally {
      clearTimeout(clock);
    }
  }
  function ask<Answer>(request: object): Promise<Answer | { readonly error: string }> {
    const answer = last.then(() => answered<Answer>(request));
    last = answer.catch(() => undefined);
    return answer;
  }
  async function demand<Answer>(request: object): Promise<Answer> {
    const answer = await ask<Answer>(request);
    if (typeof answer === "object" && answer !== null && "error" in answer) {
      throw new Error(`${answer.error}: ${JSON.stringify(request)}`);
    }
    return answer as Answer;
  }

  const opened = await demand<Omit<Opened, "tokens"> & { tokens: (string | null)[] }>({
    op: "open",
    tokenizer: tokenizerPath,
  });
  return {
    opened: {
      ...opened,
      tokens: opened.tokens.map((token) => (token === null ? undefined : new Uint8Array(Buffer.from(token, "base64")))),
    },
    async trace(grammar, texts) {
      const answer = await ask<{ masks: string[]; texts: { at: number[]; accepts: boolean[]; error: string }[] }>({
        op: "trace",
        grammar,
        texts,
      });
      if ("error" in answer) return answer.error;
      const masks = answer.masks.map((mask) => new Uint32Array(new Uint8Array(Buffer.from(mask, "base64")).buffer));
      return answer.texts.map(({ at, accepts, error }) => ({ masks: at.map((i) => masks[i]!), accepts, error }));
    },
    async finish(grammar, text, search) {
      const answer = await demand<{ found: number[] | null; seen: number; all: boolean }>({
        op: "finish",
        grammar,
        text,
        ...search,
      });
      return { ...answer, found: answer.found ?? undefined };
    },
    async category(letter) {
      return (await demand<{ category: string }>({ op: "category", letter })).category;
    },
    close: () => child.kill(),
  };
}
