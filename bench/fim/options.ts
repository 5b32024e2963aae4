// What the command takes, and its help.

import { parseArgs } from "node:util";
import { isVersion, type Version } from "../../test/judges/cpython/pythons.js";
import type { Protocol } from "./cuts.js";
import type { Policy } from "./subject.js";
import type { Way } from "./trial.js";

const USAGE = "usage: pnpm --silent bench:fim --files DIR --out FILE [options]";
export const HELP: string = `${USAGE}

  --files DIR        a folder of .py files, those below it included
  --out FILE         the result: { summary, …, trials }; beside it, while it runs, FILE.journal, from which the same command goes on
  --protocol NAME    boundary: from inside one token to inside another of the same block; span: at most 100 characters (boundary)
  --cuts N           cuts of each file (10)
  --seed S           of the cuts and of what is random (1)
  --sample N         N files, drawn by the seed; all without
  --model NAME       tiny: the model of this repository, greedy; random: logits drawn anew at each step, over 128,256 tokens (tiny)
  --ways A,B         of: unconstrained, constrained, unbudgeted (no budget in the mask), attempts (the published loop);
                     all but attempts without; with "" only whether the middle that stood there is allowed
  --max-tokens N     of a generated middle (100)
  --python VERSION   the language, and the CPython that judges (3.15; for --membership, the newest that is there as a program of its own)
  --policy NAME      what may straddle the middle's end: all, noSwallow, boundaryOnly (all)
  --max-bytes N      files longer than this are left out (200000)
  --warm-up N        cuts of another draw that are tried first and not counted, so that the figures are those of a warm process (10)
  --seconds S        stop after so long; the same command goes on from there, with 0 it says what there is
  --membership       instead of cuts: how long it takes to read whole files, beside CPython's ast.parse; takes --files, --out, --sample,
                     --seed, --python, --max-bytes, --warm-up (files), --json
  --json             the summary as JSON on standard output, instead of tables

On SIGINT and SIGTERM it finishes the cut it is at, writes the result of what there is and ends, as after --seconds.
The summary counts cuts; a share is a count divided by its "cuts". Times are microseconds for a token, milliseconds for a context. How
far it is goes to standard error. CPython is found as ESPALIER_PYTHONS says (test/judges/cpython), or taken from a pyodide.
`;

const WAYS: readonly Way[] = ["unconstrained", "constrained", "unbudgeted", "attempts"];

export interface Options {
  readonly files: string;
  readonly out: string;
  /** Undefined where it was not said. */
  readonly python: Version | undefined;
  readonly membership: boolean;
  readonly protocol: Protocol;
  readonly cuts: number;
  readonly seed: number;
  /** Infinity for all; so with seconds. */
  readonly sample: number;
  readonly model: "tiny" | "random";
  readonly ways: ReadonlySet<Way>;
  readonly maxTokens: number;
  readonly policy: Policy;
  readonly maxBytes: number;
  readonly warmUp: number;
  readonly seconds: number;
  readonly json: boolean;
}

export function refuse(message: string): never {
  process.stderr.write(`bench:fim: ${message}\n${USAGE}\n`);
  process.exit(2);
}

/** @returns undefined where help is asked for. */
export function optionsOf(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: args.filter((argument) => argument !== "--"),
    options: {
      files: { type: "string" },
      out: { type: "string" },
      protocol: { type: "string", default: "boundary" },
      cuts: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      sample: { type: "string" },
      model: { type: "string", default: "tiny" },
      ways: { type: "string", default: "unconstrained,constrained,unbudgeted" },
      "max-tokens": { type: "string", default: "100" },
      python: { type: "string" },
      membership: { type: "boolean", default: false },
      policy: { type: "string", default: "all" },
      "max-bytes": { type: "string", default: "200000" },
      "warm-up": { type: "string", default: "10" },
      seconds: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: string, text: string): number => {
    const value = Number(text);
    return Number.isSafeInteger(value) && value >= 0 ? value : refuse(`--${name} takes a whole number, not "${text}"`);
  };
  const one = <Name extends string>(name: string, text: string, of: readonly Name[]): Name =>
    of.find((known) => known === text) ?? refuse(`--${name} is one of ${of.join(", ")}, not "${text}"`);
  const { files, out, python } = values;
  if (files === undefined || out === undefined) return refuse("needs --files DIR and --out FILE");
  if (python !== undefined && !isVersion(python))
    return refuse(`--python takes a version from 3.9 to 3.15, not "${python}"`);
  return {
    files,
    out,
    python,
    membership: values.membership,
    protocol: one<Protocol>("protocol", values.protocol, ["boundary", "span"]),
    cuts: whole("cuts", values.cuts),
    seed: whole("seed", values.seed),
    sample: values.sample === undefined ? Number.POSITIVE_INFINITY : whole("sample", values.sample),
    model: one("model", values.model, ["tiny", "random"]),
    ways: new Set(values.ways === "" ? [] : values.ways.split(",").map((way) => one("ways", way, WAYS))),
    maxTokens: whole("max-tokens", values["max-tokens"]),
    policy: one<Policy>("policy", values.policy, ["all", "noSwallow", "boundaryOnly"]),
    maxBytes: whole("max-bytes", values["max-bytes"]),
    warmUp: whole("warm-up", values["warm-up"]),
    seconds: values.seconds === undefined ? Number.POSITIVE_INFINITY : whole("seconds", values.seconds),
    json: values.json,
  };
}
