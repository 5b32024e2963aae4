// A process may load the packages twice, as ES modules and as CommonJS: its own code takes one, a dependency the other. Classes and caches
// then exist twice. Languages, tries and decoders of both copies work together all the same, also when texts have filled generations.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { unbuilt } from "../../../test/support/tarballs.js";

/** Each language with each trie: decoders by turns, forks and states that have gone stale, against masks of the first text. */
const SCRIPT = `
import { createRequire } from "node:module";
import { deepStrictEqual, ok } from "node:assert";
import * as decodeEsm from "@espalier/decode";
import * as schemaEsm from "@espalier/json-schema";
import * as trieEsm from "@espalier/trie";
import * as monitorEsm from "@espalier/monitor";
import { vocabularyOfBytes } from "@espalier/vocabulary";
const require = createRequire(import.meta.url);
const copies = [
  { decode: decodeEsm, schema: schemaEsm, trie: trieEsm, monitor: monitorEsm },
  {
    decode: require("@espalier/decode"),
    schema: require("@espalier/json-schema"),
    trie: require("@espalier/trie"),
    monitor: require("@espalier/monitor"),
  },
];
ok(copies[0].trie.buildTrie !== copies[1].trie.buildTrie);
const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const vocabulary = vocabularyOfBytes([...singles, '{"', '":', '","', "ab", { control: "<end>" }], ["<end>"]);
const masks = new Map();
let stale = 0;
for (const of of copies)
  for (const by of copies) {
    const { language } = of.schema.compileSchema({ type: "object" }, { limits: { generationBytes: 20000 } });
    const masker = by.trie.createMasker(by.trie.buildTrie(vocabulary), language);
    const first = by.decode.createDecoder(masker);
    for (let round = 0; round < 60; round++) {
      const decoder = by.decode.createDecoder(masker);
      for (const byte of Buffer.from(\`{"ab\${round}":[1,{"x":"\${round}"}],"b":0}\`)) {
        const text = Buffer.from(decoder.bytes()).toString();
        const ids = [...decoder.mask().mask.ids()];
        const known = masks.get(text) ?? ids;
        masks.set(text, known);
        deepStrictEqual(ids, known);
        ok(decoder.fork().commit(byte));
        ok(decoder.commit(byte));
      }
      ok(decoder.accepts);
    }
    // Its generation is gone, and it reads its tokens again.
    ok(first.commit(0x7b));
    deepStrictEqual([...first.mask().mask.ids()], masks.get("{"));
    try {
      for (let round = 0, state = language.step(language.start, 0x7b); ; round++) {
        language.step(state, 0x7d);
        let at = language.start;
        for (const byte of Buffer.from(\`{"old\${round}":{"\${round}":1}}\`)) at = language.step(at, byte);
      }
    } catch (error) {
      for (const { monitor } of copies) ok(monitor.isForgotten(error));
      stale++;
    }
  }
console.log(masks.size > 100, stale);
`;

test("languages, tries and decoders of either copy", { timeout: 120_000 }, async (context) => {
  const missing = unbuilt();
  if (missing.length > 0 && process.env.CI === undefined)
    context.skip(`${missing.join(", ")} not built: pnpm run build`);
  // Beside this file, so that the packages are found as they are here.
  const at = mkdtempSync(path.join(import.meta.dirname, "two-copies-"));
  try {
    const file = path.join(at, "script.mjs");
    writeFileSync(file, SCRIPT);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    expect(stdout).toBe("true 4\n");
  } finally {
    rmSync(at, { recursive: true });
  }
});
