// Creates a model from the contents of its files and an open decoder: reads the tokenizer, and checks that both belong
// together.

import type { RecommendedSampling } from "@espalier/model";
import {
  type AbortSignalLike,
  type Addition,
  type ChatTemplate,
  checkLogitsSize,
  type Model,
  ModelError,
} from "@espalier/model";
import { loadTokenizer, type Tokenizer } from "@espalier/tokenizer";
import { appendBatch } from "./batch.js";
import { readChatTemplate } from "./chat-template.js";
import { type Configuration, readConfiguration } from "./configuration.js";
import type { Decoder } from "./decoder.js";
import { recommendedSampling } from "./recommended-sampling.js";
import { openSession } from "./session.js";

/** The parsed contents of a model's small files; `undefined` for missing ones. */
export interface ModelFiles {
  /** tokenizer.json */
  readonly tokenizer: unknown;
  /** tokenizer_config.json */
  readonly tokenizerConfig: unknown;
  /** config.json */
  readonly config: unknown;
  /** generation_config.json */
  readonly generation: unknown;
  /** The text of chat_template.jinja. */
  readonly chatTemplate: string | undefined;
}

/** The information in the small files. */
export interface ReadFiles {
  readonly tokenizer: Tokenizer;
  readonly configuration: Configuration;
  readonly recommended: RecommendedSampling | undefined;
  readonly chatTemplate: ChatTemplate | undefined;
}

/** The most logits in one run if every row is computed: about 64 MiB of floats. Longer inputs are split. */
const LOGITS_PER_PIECE = 16_000_000;

/**
 * Reads the tokenizer and the configuration of a model.
 *
 * @param ends names of the tokens that end a generation; by default those in the files.
 * @throws {ModelError} `file-malformed` if the tokenizer cannot be read.
 */
export function readFiles(files: ModelFiles, ends: readonly string[] | undefined): ReadFiles {
  const { tokenizer, tokenizerConfig = {}, config, generation, chatTemplate } = files;
  const others = { model: config, generation, ...(ends === undefined ? {} : { ends }) };
  return {
    tokenizer: openTokenizer(tokenizer, tokenizerConfig, others),
    configuration: readConfiguration(config),
    recommended: recommendedSampling(generation),
    chatTemplate: readChatTemplate(tokenizerConfig, chatTemplate),
  };
}

function openTokenizer(...files: Parameters<typeof loadTokenizer>): Tokenizer {
  try {
    return loadTokenizer(...files);
  } catch (cause) {
    const { hint, path } = cause as { hint?: unknown; path?: unknown };
    // The place of a fault in another file begins with the name of the file.
    const file = typeof path === "string" ? /^\w+\.json/.exec(path)?.[0] : undefined;
    throw new ModelError("file-malformed", `The tokenizer cannot be read: ${(cause as Error).message}`, {
      path: file ?? "tokenizer.json",
      cause,
      ...(typeof hint === "string" && hint !== "" ? { hint } : {}),
    });
  }
}

/**
 * Creates the model. Closes the decoder if the files do not belong to it.
 *
 * @param path the model file, for messages.
 * @param contextLength in tokens; by default that of config.json.
 * @throws {ModelError} `vocabulary-mismatch`
 */
export async function exportedModel(
  files: ReadFiles,
  decoder: Decoder,
  path: string,
  contextLength: number | undefined,
): Promise<Model> {
  const { tokenizer, configuration, recommended, chatTemplate } = files;
  const { stepper, width, pieces, allLogits, batches } = decoder;
  try {
    checkLogitsSize(tokenizer.vocabulary, width, path);
  } catch (error) {
    await stepper.close();
    throw error;
  }
  let open = true;
  const facts = {
    stepper,
    contextLength: contextLength ?? configuration.contextLength,
    idLimit: Math.max(width, Math.min(tokenizer.vocabulary.size, configuration.rows ?? 0)),
    pieceLength: pieces
      ? allLogits
        ? Math.max(16, Math.floor(LOGITS_PER_PIECE / width))
        : 512
      : Number.MAX_SAFE_INTEGER,
    isOpen: () => open,
  };
  return {
    vocabulary: tokenizer.vocabulary,
    logitsSize: width,
    contextLength: facts.contextLength,
    ...(recommended === undefined ? {} : { recommended }),
    ...(chatTemplate === undefined ? {} : { chatTemplate }),
    encode: (text, how) => tokenizer.encode(text, how),
    session: () => {
      if (!open) throw new ModelError("disposed", "The model was used after it was disposed.");
      return openSession(facts);
    },
    ...(batches && {
      appendBatch: (additions: readonly Addition[], signal?: AbortSignalLike) =>
        appendBatch(stepper, additions, signal),
    }),
    dispose: async () => {
      if (!open) return;
      open = false;
      await stepper.close();
    },
  };
}
