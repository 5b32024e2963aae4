// The five applications in TypeScript, in the manner of MVUBench (Blinn et al. 2024, §4) with names, values and checks of our own: a prelude of types and
// functions, a sketch whose `update` is the hole, and checks that run. Each file of theirs is compiled with the tests, with the reference filling in it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "@espalier/analysis";

/** An application, and the names that a right `update` is made from, written by hand. */
export interface Application {
  readonly name: string;
  readonly folder: string;
  /** The hole: the sketch imports the types `Model` and `Action` alone. */
  readonly place: ProgramPlace;
  /** A right filling. */
  readonly filling: string;
  /** The names of the prelude that are values of the model's types, or return them. */
  readonly needed: readonly string[];
  /** The types that a filling has to know. */
  readonly types: readonly string[];
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  pantry: ["bare", "shelved", "without", "twisted"],
  ferry: ["morning", "openDesk", "passagesOf", "aboard", "refunded"],
  loom: ["strung", "knotted", "unravelled", "shot"],
  greenhouse: ["sown", "healthOf", "healthUnder"],
  telescope: ["starsOf", "mountOf"],
};

const TYPES: Readonly<Record<string, readonly string[]>> = {
  pantry: ["Model", "Action", "Jar"],
  ferry: ["Model", "Action", "Desk", "Passage", "Ticket", "Skipper", "Tide", "Pier", "Sailing"],
  loom: ["Model", "Action", "Cloth", "Yarn", "Warp", "Weft"],
  greenhouse: ["Model", "Action", "Diary", "Need", "Health"],
  telescope: ["Model", "Action", "Star", "Mount"],
};

const [OPEN, CLOSE] = ["/*‹*/", "/*›*/"];

/** All of them. */
export const APPLICATIONS: readonly Application[] = Object.keys(NEEDED).map((name) => {
  const folder = fileURLToPath(new URL(`typescript/${name}`, import.meta.url));
  const path = `${folder}/update.ts`;
  const text = readFileSync(path, "utf8");
  const [open, close] = [text.indexOf(OPEN), text.indexOf(CLOSE)];
  const before = text.slice(0, open).replace(/^import \{.*\n/m, "");
  const filling = text
    .slice(open + OPEN.length, close)
    .trim()
    .replace(/;$/, "");
  // The prelude is importable, and not imported.
  const place = { path, before, after: `;${text.slice(close + CLOSE.length)}` };
  return { name, folder, place, filling, needed: NEEDED[name]!, types: TYPES[name]! };
});
