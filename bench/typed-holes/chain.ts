// The whole chain: what is known of a hole in the prompt, the monitors and the soft names while the model writes, and error rounds afterwards, each alone
// and together. One question for each hole feeds all three.

import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { complete as completeText } from "@espalier/decode";
import { type Monitor, product } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { askHole, avoids, beginsWithName, errorRounds, holeMonitor, type RoundRequest } from "@espalier/typed-holes";
import { fill, loadModel } from "espalier";
import type { Application } from "./applications.js";
import { scriptedModel } from "./scripted.js";

/** What came of one setting: means over the holes. */
export interface ChainRow {
  /** What the holes are in. */
  readonly project: string;
  readonly model: "scripted" | "embedded";
  readonly context: boolean;
  readonly monitors: boolean;
  readonly rounds: boolean;
  readonly holes: number;
  /** The share of results without an error of the compiler. */
  readonly compiled: number;
  /** Rounds, the first included, and errors that are left in the best. */
  readonly meanRounds: number;
  readonly errorsLeft: number;
  /** Milliseconds of processor time for a hole. */
  readonly ms: number;
}

interface ChainOptions {
  readonly name: string;
  readonly rounds: number;
  readonly samples: number;
  /** Is told each row when it is there. */
  readonly note: (row: ChainRow) => void;
}

/** By how much the logit of another name is lowered at the start of an expression. */
const PENALTY = 2;
const MOST_TOKENS = 700;
const EMBEDDED_TOKENS = 48;
/** Tokens of the embedded model's context for what is shown. */
const FILES_ROOM = 200;

export async function chainOf(
  project: TypescriptMonitor,
  applications: readonly Application[],
  { name, rounds: most, samples, note }: ChainOptions,
): Promise<readonly ChainRow[]> {
  const embedded = await loadModel(modelFolder, { threads: 1 });
  const rows: ChainRow[] = [];
  for (const model of ["scripted", "embedded"] as const)
    for (const [context, monitors, rounds] of SETTINGS) {
      const results: { compiled: boolean; rounds: number; errors: number }[] = [];
      const start = process.cpuUsage();
      for (const application of applications)
        for (let sample = 0; sample < (model === "scripted" ? 1 : samples); sample++) {
          const { place } = application;
          const known = context || monitors ? await askHole(project.holes, place) : undefined;
          const shown = context && known !== undefined ? promptOf(known) : "";
          // The names that it may use are imported: a hole is no place for an import.
          const at = { ...place, before: application.imports + place.before };
          const reaching = monitors ? known?.reaching : undefined;
          const soft = reaching === undefined ? [] : [{ monitor: beginsWithName(reaching), penalty: PENALTY }];
          const complete = async (request: RoundRequest): Promise<string> => {
            const told = request.report.replace(/^/gm, "// ");
            const held = holeMonitor({
              closed: request.kept === "" ? known?.closed : undefined,
              refused: request.refused,
            });
            if (model === "embedded") {
              // What is shown stands in files of its own, so that the file of the hole is what the compiler is asked about.
              const files = [{ path: "shown.ts", text: `${shown}${told}\n` }].filter(({ text }) => text.trim() !== "");
              const { text } = await fill({
                ...{ model: embedded, prefix: at.before + request.kept, suffix: at.after, soft },
                ...{ prompting: { path: at.path, files, filesRoom: FILES_ROOM }, maxTokens: EMBEDDED_TOKENS },
                ...{ monitors: monitors ? [project, held] : [FREE], sampling: { temperature: 0.6 }, seed: sample },
              });
              return text;
            }
            const script = scriptedModel(application, `${shown}${at.before}`, request);
            const opened = { path: at.path, prefix: at.before + request.kept, suffix: at.after };
            const hole = project.open(opened);
            const both = (): Monitor<unknown> => product(hole.monitor, held.open(opened).monitor) as Monitor<unknown>;
            const constraint = monitors ? { monitor: both(), answer: hole.answer } : { monitor: avoids([]) };
            const { text } = await completeText({ model: script, prompt: [32], ...constraint, maxTokens: MOST_TOKENS });
            return text;
          };
          const result = await errorRounds({
            server: project.holes,
            at,
            complete,
            rounds: rounds ? most : 0,
            by: model === "embedded" ? "freeze" : "report",
            ...(application.ends && { codeOf: (reply: string) => reply.split(application.ends!)[0]! }),
          });
          results.push({
            compiled: result.status === "clean",
            rounds: result.rounds.length,
            errors: result.errors.length,
          });
        }
      const { user, system } = process.cpuUsage(start);
      const mean = (of: (each: (typeof results)[number]) => number): number =>
        results.reduce((sum, each) => sum + of(each), 0) / results.length;
      rows.push({
        ...{ project: name, model, context, monitors, rounds, holes: results.length },
        compiled: mean(({ compiled }) => Number(compiled)),
        meanRounds: mean((each) => each.rounds),
        errorsLeft: mean(({ errors }) => errors),
        ms: (user + system) / 1000 / results.length,
      });
      note(rows.at(-1)!);
    }
  await embedded.dispose();
  return rows;
}

const SETTINGS = [false, true].flatMap((context) =>
  [false, true].flatMap((monitors) => [false, true].map((rounds) => [context, monitors, rounds] as const)),
);

/** Constrains nothing. */
const FREE = {
  open: () => ({
    name: "free",
    monitor: { start: 0, step: () => 0, accepts: () => true, key: () => "0" },
    answer: async () => ({ kind: "unknown", reason: "nothing is asked" }) as const,
    asked: () => [],
  }),
};

function promptOf({
  types,
  headers,
}: {
  readonly types: { readonly text: string };
  readonly headers: { readonly text: string };
}): string {
  return `${types.text}\n${headers.text}\n`;
}
