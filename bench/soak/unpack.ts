// MaskBench's files in a folder: a tarball is unpacked, so that the soak's process does not hold it in memory.

import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openData } from "../maskbench/data.js";

/** The folder `place` itself, or one with the files of the tarball `place`, which is there until this process ends. */
export function unpacked(place: string): string {
  if (statSync(place).isDirectory()) return place;
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-soak-data-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { names, read } = openData(place);
  for (const name of names) writeFileSync(path.join(folder, name), read(name));
  return folder;
}
