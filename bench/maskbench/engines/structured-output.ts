// @huggingface/transformers-structured-output. It wants transformers.js, of which it takes two base classes and nothing else:
// a copy is loaded whose import leads to these. Its processor masks logits in one call; what is timed here are the two parts
// that the others have too, its constraint's mask and commit.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Vocabulary } from "@espalier/vocabulary";
import type { Compiled, Engine } from "../engine.js";
import { Refused } from "../protocol.js";

interface Constraint {
  fillMask(target: Uint32Array): boolean;
  /** True when the token was the end. @throws Error when the token is refused. */
  commit(token: number): boolean;
}

type Processor = new (
  tokenizer: object,
  format: { readonly type: "json_schema"; readonly json_schema: unknown },
) => { readonly processors: readonly [{ readonly state: { readonly constraint: Constraint } }] };

const BASES = `
export class LogitsProcessor {}
export class LogitsProcessorList {
  processors = [];
  push(processor) { this.processors.push(processor); }
}
`;

export async function openStructuredOutput(vocabulary: Vocabulary): Promise<Engine> {
  const require = createRequire(import.meta.url);
  const root = path.join(path.dirname(require.resolve("@huggingface/transformers-structured-output")), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-maskbench-"));
  writeFileSync(path.join(folder, "transformers.mjs"), BASES);
  const source = readFileSync(path.join(root, "dist", "index.js"), "utf8");
  writeFileSync(
    path.join(folder, "index.mjs"),
    source.replaceAll('"@huggingface/transformers"', '"./transformers.mjs"'),
  );
  const { StructuredOutputProcessor } = (await import(pathToFileURL(path.join(folder, "index.mjs")).href)) as {
    readonly StructuredOutputProcessor: Processor & { warmup(tokenizer: object): void };
  };
  rmSync(folder, { recursive: true });

  const ids = Array.from({ length: vocabulary.size }, (_, id) => id);
  const end = vocabulary.ends[0]!;
  const tokenizer = {
    tokens: ids.map((id) => vocabulary.bytes(id) ?? new Uint8Array(0)),
    eosTokenId: end,
    specialTokenIds: ids.filter((id) => vocabulary.bytes(id) === undefined),
  };
  StructuredOutputProcessor.warmup(tokenizer);
  const words = (vocabulary.size + 31) >>> 5;

  return {
    version,
    modes: ["cold", "warm", "second"],
    compile(schema): Compiled {
      // Making a processor compiles; it remembers masks by the schema's identity. The first is made here, to be refused here.
      const make = (): Constraint => {
        try {
          const format = { type: "json_schema", json_schema: schema } as const;
          return new StructuredOutputProcessor(tokenizer, format).processors[0].state.constraint;
        } catch (error) {
          throw new Refused({ code: "throws", message: error instanceof Error ? error.message : String(error) });
        }
      };
      let first: Constraint | undefined = make();
      return {
        start() {
          const constraint = first ?? make();
          first = undefined;
          const mask = new Uint32Array(words);
          return {
            mask() {
              constraint.fillMask(mask);
              return undefined;
            },
            allows: (token) => ((mask[token >>> 5]! >>> token) & 1) === 1,
            commit(token) {
              try {
                constraint.commit(token);
                return true;
              } catch {
                return false;
              }
            },
            ends: () => ((mask[end >>> 5]! >>> end) & 1) === 1,
          };
        },
      };
    },
  };
}
