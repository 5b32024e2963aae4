// `pnpm bench:typed-holes`: what is retrieved for the holes of five applications, and how long that takes after an edit in a project of many files. With
// `--chain`, the whole chain: context, monitors and error rounds, each alone and together, with a scripted model and with the embedded one.

import { rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { typescript } from "@espalier/analysis-typescript";
import ts from "typescript";
import { type Application, exhaustiveCharacters, writeProject } from "./applications.js";
import { chainOf } from "./chain.js";
import { importedCharacters, realProject } from "./real-project.js";
import { retrievalOf } from "./retrieval.js";

const HELP = `usage: pnpm --silent bench:typed-holes [options]

  --files N    files of the project that is made of the applications (200)
  --real       packages of this repository instead, with calls taken out of them
  --project F  the project of this tsconfig.json instead, with calls taken out
  --holes N    holes of a real project (12)
  --seed N     draw the holes of a real project from the calls of every place with an expected type
  --edits N    edits of each hole's file (9)
  --chain      the whole chain instead
  --rounds N   error rounds after the first reply (2)
  --samples N  replies of the embedded model for each hole and setting (1)
  --out FILE   where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "200" },
    real: { type: "boolean", default: false },
    project: { type: "string" },
    holes: { type: "string", default: "12" },
    seed: { type: "string" },
    edits: { type: "string", default: "9" },
    chain: { type: "boolean", default: false },
    rounds: { type: "string", default: "2" },
    samples: { type: "string", default: "1" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** The project that is asked about, and what is shown of it when all is shown. */
async function opened() {
  if (values.real || values.project !== undefined) {
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    const { files, ...real } = realProject({ holes: Number(values.holes), configuration: values.project, seed });
    return { ...real, files, name: values.project ?? "packages of this repository", exhaustive: importedCharacters };
  }
  const { folder, applications } = await writeProject(Number(values.files));
  const exhaustive = (application: Application): number => exhaustiveCharacters(ts, application);
  return { project: folder, folder, applications, files: Number(values.files), name: "applications", exhaustive };
}

if (values.help) process.stdout.write(HELP);
else {
  const { folder, applications, files, name, exhaustive, ...of } = await opened();
  const project = typescript({ ts, project: of.project, watching: 3_600_000 });
  const note = (row: unknown): void => void process.stderr.write(`${JSON.stringify(row)}\n`);
  try {
    const rows: unknown[] = [];
    const [rounds, samples, edits] = [values.rounds, values.samples, values.edits].map(Number) as [
      number,
      number,
      number,
    ];
    if (values.chain) rows.push(...(await chainOf(project, applications, { name, rounds, samples, note })));
    else
      for (const each of applications) {
        rows.push(await retrievalOf(project, each, { edits, exhaustive }));
        note(rows.at(-1));
      }
    const versions = { node: process.version, typescript: ts.version };
    const json = JSON.stringify({ ...versions, ...values, files, rows }, undefined, 1);
    process.stdout.write(`${json}\n`);
    if (values.out !== undefined) writeFileSync(values.out, `${json}\n`);
  } finally {
    project.dispose();
    rmSync(folder, { recursive: true });
  }
}
