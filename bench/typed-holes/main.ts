// `pnpm bench:typed-holes`: what is retrieved for the holes of five applications, and how long that takes after an edit in a project of many files. With
// `--chain`, the whole chain: context, monitors and error rounds, each alone and together, with a scripted model and with the embedded one.

import { rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { typescript } from "@espalier/analysis-typescript";
import ts from "typescript";
import { writeProject } from "./applications.js";
import { chainOf } from "./chain.js";
import { retrievalOf } from "./retrieval.js";

const HELP = `usage: pnpm --silent bench:typed-holes [options]

  --files N    files of the project (200)
  --edits N    edits of each hole's file (9)
  --chain      the whole chain instead
  --rounds N   error rounds after the first reply (2)
  --samples N  replies of the embedded model for each hole and setting (1)
  --out FILE   where the JSON goes, besides standard output
`;

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "200" },
    edits: { type: "string", default: "9" },
    chain: { type: "boolean", default: false },
    rounds: { type: "string", default: "2" },
    samples: { type: "string", default: "1" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  const { folder, applications } = await writeProject(Number(values.files));
  const project = typescript({ ts, project: folder, watching: 3_600_000 });
  try {
    const rows: unknown[] = [];
    if (values.chain)
      rows.push(
        ...(await chainOf(project, applications, { rounds: Number(values.rounds), samples: Number(values.samples) })),
      );
    else
      for (const each of applications) {
        rows.push(await retrievalOf(project, each, Number(values.edits)));
        process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
      }
    const json = JSON.stringify({ node: process.version, typescript: ts.version, ...values, rows }, undefined, 1);
    process.stdout.write(`${json}\n`);
    if (values.out !== undefined) writeFileSync(values.out, `${json}\n`);
  } finally {
    project.dispose();
    rmSync(folder, { recursive: true });
  }
}
