// MaskBench's files: a folder of them, or the tarball that they come in. A sample is drawn from the list in order of names,
// one from each of N equal stretches, so that every source has its share.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { seeded } from "../seeded.js";
import { inDeclaredOrder } from "./declared-order.js";
import { type JsonText, readJsonText, writeJsonText } from "./json-text.js";
import { pythonJson } from "./python-json.js";
import { readTarball } from "./tar.js";

/** The files by name, and how to read one. */
export interface Data {
  readonly names: readonly string[];
  read(name: string): string;
}

/** @throws Error when there are no files of MaskBench at `place`. */
export function openData(place: string): Data {
  const data = statSync(place).isDirectory() ? openFolder(place) : openTarball(place);
  if (data.names.length === 0) throw new Error(`${place} has no .json files; give the "data" folder of MaskBench`);
  return data;
}

function openFolder(place: string): Data {
  const files = readdirSync(place);
  const folder = !files.some(isCase) && files.includes("data") ? path.join(place, "data") : place;
  return {
    names: readdirSync(folder).filter(isCase).sort(),
    read: (name) => readFileSync(path.join(folder, name), "utf8"),
  };
}

function openTarball(place: string): Data {
  const files = new Map(
    [...readTarball(readFileSync(place))].map(([file, bytes]) => [path.posix.basename(file), bytes]),
  );
  return { names: [...files.keys()].filter(isCase).sort(), read: (name) => files.get(name)!.toString("utf8") };
}

const isCase = (name: string): boolean => name.endsWith(".json");

/** `count` of the names: those of one seed are always the same. */
export function sampleOf(names: readonly string[], count: number, seed: number): readonly string[] {
  if (count >= names.length) return names;
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * names.length) / count);
    const to = Math.floor(((i + 1) * names.length) / count);
    return names[from + Math.floor(random() * (to - from))]!;
  });
}

/** An instance as text, and the other orders of its keys that a refusal is held against. */
export interface Instance {
  readonly valid: boolean;
  readonly text: string;
  readonly reordered: readonly string[];
}

export interface Case {
  readonly name: string;
  /** The schema as JSON. */
  readonly schema: string;
  readonly instances: readonly Instance[];
}

/** @throws SyntaxError or TypeError when the file is not one of MaskBench's. */
export function readCase(name: string, source: string): Case {
  const file = readJsonText(source);
  const schema = entry(file, "schema");
  const tests = entry(file, "tests");
  if (schema === undefined || tests?.kind !== "array") throw new TypeError(`${name} has no schema or no tests`);
  const instances = tests.items.map((test) => {
    const data = entry(test, "data");
    const valid = entry(test, "valid");
    if (data === undefined || valid?.kind !== "literal")
      throw new TypeError(`${name} has a test without data or verdict`);
    const isValid = valid.text === "true";
    const reordered = isValid ? inDeclaredOrder(schema, data).map(pythonJson) : [];
    return { valid: isValid, text: pythonJson(data), reordered };
  });
  return { name, schema: writeJsonText(schema), instances };
}

function entry(json: JsonText, key: string): JsonText | undefined {
  return json.kind === "object" ? json.entries.get(key) : undefined;
}
