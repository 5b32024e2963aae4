// `pnpm bench:endurance`: CPU seconds and peak memory of every large or hostile input, each in a process of its own, as JSON.
//
//     --only TEXT   the inputs whose names contain TEXT

import { parseArgs } from "node:util";
import { INPUTS } from "./inputs.js";
import { runInput } from "./outcome.js";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const rows: unknown[] = [];
for (const name of Object.keys(INPUTS)) {
  if (!name.includes(values.only)) continue;
  process.stderr.write(`… ${name}\n`);
  try {
    rows.push(await runInput(name, process.execArgv));
  } catch (error) {
    rows.push({ name, died: (error as Error).message });
  }
}
process.stdout.write(`${JSON.stringify({ node: process.version, rows }, undefined, 1)}\n`);
