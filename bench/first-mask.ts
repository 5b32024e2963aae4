// From grammar text to the first mask: in this process, where the code is compiled already, and in a fresh one, where nothing
// is. Vocabulary and trie are there in both. Run by itself this file is that fresh process: its argument names the subject.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createEngine } from "@espalier/automata";
import { createLanguage } from "@espalier/syntax";
import { createMasker } from "@espalier/trie";
import { timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { SUBJECTS, type Subject, trieOf } from "./subjects.js";

/** Microseconds to read the grammar and make a language of it (with regexes of its own), and then to its first mask. */
function firstMask(subject: Subject): readonly [number, number] {
  const trie = trieOf("llama3");
  const made = timed(() => createLanguage(subject.source(), { engine: createEngine() }));
  const mask = timed(() => createMasker(trie, made.result).mask(made.result.start));
  if (mask.result.mask.count === 0) throw new Error("the first mask allows nothing");
  return [made.us, mask.us];
}

function inFreshProcess(subject: Subject): readonly [number, number] {
  const file = fileURLToPath(import.meta.url);
  const out = execFileSync(process.execPath, [...process.execArgv, file, subject.name], { encoding: "utf8" });
  return JSON.parse(out) as [number, number];
}

export function starting(subject: Subject): Measurement {
  return {
    rows: ["this process", "a fresh process"].flatMap((where) => [
      { name: `make a ${subject.name} language, in ${where}`, unit: "ms" } as const,
      { name: `make a ${subject.name} language and its first mask, in ${where}`, unit: "ms" } as const,
    ]),
    run({ quick }) {
      return [firstMask, inFreshProcess].flatMap((measure, fresh) => {
        const times = Array.from({ length: quick || fresh === 1 ? 1 : 10 }, () => measure(subject));
        return [
          { samples: times.map(([made]) => made / 1000) },
          { samples: times.map(([made, mask]) => (made + mask) / 1000) },
        ];
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const subject = SUBJECTS.find(({ name }) => name === process.argv[2])!;
  process.stdout.write(JSON.stringify(firstMask(subject)));
}
