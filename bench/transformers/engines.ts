// This benchmark compares two logits processors. Each is opened by one function, for one sequence and a JSON Schema.

import { languageProcessor, type TransformersTokenizer } from "@espalier/transformers";
import type { Tensor } from "@huggingface/transformers";
import { StructuredOutputProcessor } from "@huggingface/transformers-structured-output";
import { jsonSchema } from "espalier";

/** What `generate` calls at each step. */
export type Processor = (ids: bigint[][], logits: Tensor) => Tensor;

/** The tokenizer, in the form that each engine reads. */
export interface Tokenizers {
  readonly espalier: TransformersTokenizer;
  readonly "structured-output": object;
}

export type EngineName = keyof Tokenizers;

/** Makes a processor; throws when the engine refuses the schema. */
type Make = (tokenizers: Tokenizers, schema: object, maxTokens: number) => () => Processor;

/**
 * For each engine, a function that compiles a schema and then makes processors of it, one for each generation. structured-output remembers masks by the
 * schema object, and its processors serve one generation.
 */
export const engines: Readonly<Record<EngineName, Make>> = {
  espalier: (tokenizers, schema, maxTokens) => {
    const language = jsonSchema(schema, { whitespace: { kind: "flexible", limit: 1 } });
    const processor = languageProcessor(tokenizers.espalier, language, { maxTokens });
    return () => processor as Processor;
  },
  "structured-output": (tokenizers, schema) => {
    const make = (): Processor => {
      const format = { type: "json_schema", json_schema: schema } as const;
      const list = new StructuredOutputProcessor(tokenizers["structured-output"] as never, format as never);
      return (ids, logits) => (list as unknown as { _call: Processor })._call(ids, logits);
    };
    make();
    return make;
  },
};
