// What nobody holds any more is freed: languages that were dropped, whatever engine, trie and caches they were used with, and all that a
// worker made once it has exited.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import {
  createEngine,
  type Engine,
  matches,
  parseRegex,
  type Regex,
  regexMonitor,
  watchEngine,
} from "@espalier/automata";
import { createDecoder } from "@espalier/decode";
import { compileSchema } from "@espalier/json-schema";
import { LimitError, type Monitor, star, strings, union } from "@espalier/monitor";
import { readGbnf, readLark } from "@espalier/notation";
import { characterNames } from "@espalier/python";
import { createLanguage } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { describe, expect, test } from "vitest";
import { vocabularyWith } from "./models.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const trie = buildTrie(vocabularyWith());
const engine = createEngine();

const KINDS: Readonly<Record<string, (word: string) => Monitor<number>>> = {
  schemas: (word) => compileSchema({ enum: [word, 1] }, { engine }).language,
  "grammars with lexemes": (word) => createLanguage(readLark(`start: "${word}" /[0-9]+/`), { engine }),
  "grammars without lexemes": (word) => createLanguage(readGbnf(`root ::= "${word}" [0-9]*`), { engine }),
  regexes: (word) => regexMonitor(`${word}[0-9]+`, engine),
  combinations: (word) => star(union(regexMonitor(word, engine), strings([`${word}0`]))),
};

/** Uses a language, and drops it. */
function used(make: (word: string) => Monitor<number>, n: number): WeakRef<object> {
  const language = make(`w${n}x`);
  createDecoder(createMasker(trie, language)).mask();
  return new WeakRef(language);
}

describe("what was dropped", () => {
  test.each(Object.entries(KINDS))("is freed: %s", async (_, make) => {
    const many = 200;
    const dropped = Array.from({ length: many }, (__, n) => used(make, n));
    const alive = (): number => dropped.filter((each) => each.deref() !== undefined).length;
    // V8 keeps a reference up to the end of its task, and optimised code may hold a few objects for longer, so the test collects several times.
    for (let round = 0; round < 10 && alive() > 0; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    // Caches and V8 may still hold those used last. Their number does not grow with the number dropped.
    expect(alive()).toBeLessThan(many / 10);
  });

  test("is freed: the names of Python's characters", async () => {
    const names = (): Regex => characterNames.regexOf("3.13");
    const used = (): WeakRef<object> => {
      expect(matches(names(), Buffer.from("OX"), createEngine())).toBe(true);
      return new WeakRef(names());
    };
    const dropped = used();
    for (let round = 0; round < 10 && dropped.deref() !== undefined; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    expect(dropped.deref()).toBeUndefined();
    used();
  });

  test("is freed: an engine that languages have left, while the engine before it lives", async () => {
    const first = createEngine({ bytes: 2 ** 20 });
    /** Fills an engine; returns the one after it. */
    function leave(present: Engine): Engine {
      const watch = watchEngine(present);
      for (let n = 0; !watch.isFilled(); n++) {
        try {
          present.intern(parseRegex(`[a-z]${n}`));
        } catch (error) {
          expect(error).toBeInstanceOf(LimitError);
        }
      }
      return watch.next();
    }
    function left(): WeakRef<Engine> {
      const second = leave(first);
      expect(leave(second)).not.toBe(second);
      return new WeakRef(second);
    }
    const second = left();
    for (let round = 0; round < 10 && second.deref() !== undefined; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    expect(second.deref()).toBeUndefined();
    expect(first.isFull()).toBe(true);
  });

  test("a worker that exits gives back what it took", async () => {
    const megabytes = 2 ** 20;
    const held = async (): Promise<number> => {
      const worker = new Worker(WORKER, { eval: true, execArgv: ["--conditions=@espalier/source"] });
      const [bytes] = await new Promise<[number]>((resolve, reject) => {
        worker.once("message", (message: number) => resolve([message]));
        worker.once("error", reject);
      });
      await worker.terminate();
      return bytes;
    };
    const first = await held();
    expect(first).toBeGreaterThan(16 * megabytes);
    collect();
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 8; n++) await held();
    collect();
    // Eight workers take 8 × `first`. The rest of the process may take some of its own, about 2.6 × `first` at most in runs of this test.
    expect(process.memoryUsage().rss - before).toBeLessThan(5 * first);
  }, 120_000);
});

const AUTOMATA = new URL("../../automata/src/index.ts", import.meta.url).href;

/** Fills an engine until texts leave it, says how much memory it holds, and waits to be ended. */
const WORKER = `
  const { parentPort } = require("node:worker_threads");
  (async () => {
    (await import("tsx/esm/api")).register();
    const { createEngine, regexMonitor } = await import(${JSON.stringify(AUTOMATA)});
    const engine = createEngine();
    const monitor = regexMonitor("[ab]*a[ab]{20}", engine);
    let random = 1;
    while (monitor.table.generation === 0) {
      let state = monitor.start;
      for (let n = 0; n < 500; n++) {
        random = (Math.imul(random, 1664525) + 1013904223) | 0;
        state = monitor.step(state, random < 0 ? 0x61 : 0x62);
      }
    }
    parentPort.postMessage(engine.bytesUsed());
    setInterval(() => undefined, 1000);
  })();
`;
