// Selects what a prompt for a gap shows of the repository. The tokens are divided between the two sides of the gap and
// the other files. Parts of files are selected until their share of the tokens is used. They are written in the format
// that the model was trained on.

import { having, integer, type Kind, type KindsOf, listOf, number, options, text } from "@espalier/arguments";
import { allot, type RecentEdit, type Retrieved, type Tokenizer } from "@espalier/context";
import { type MiddleOptions, middleRoom } from "@espalier/decode";
import type { Model } from "@espalier/model";
import type { Repository } from "./repository.js";

/** How to use a repository. */
export interface ContextOptions {
  /** The most tokens of other files: by default half of what the prompt can hold, and at most 2048. */
  readonly tokens?: number;
  /**
   * Time limit in milliseconds, after which the results so far are used. No limit by default. The first reading of the
   * folder does not count.
   */
  readonly deadline?: number;
  /** Recently edited lines, latest first. */
  readonly edits?: readonly RecentEdit[];
}

const CONTEXT: KindsOf<ContextOptions> = {
  tokens: integer({ min: 0, max: Number.POSITIVE_INFINITY }),
  deadline: number({ min: 0, max: Number.POSITIVE_INFINITY }),
  edits: listOf(
    having("an edit { path, fromLine, toLine }", {
      path: text,
      fromLine: integer({ min: 0 }),
      toLine: integer({ min: 0 }),
    }),
  ),
};
export const contextOptionsKind: Kind = options(CONTEXT);

/** The position of a gap. */
interface Place {
  readonly prefix: string;
  readonly suffix: string;
  readonly path: string;
}

/** The default maximum of tokens. */
const MOST_TOKENS = 2048;

/** Returns the context of a gap, and the prompt options for it. */
export async function repositoryContext(
  model: Model,
  repository: Repository,
  { prefix, suffix, path }: Place,
  asked: MiddleOptions,
  { tokens = MOST_TOKENS, deadline, edits }: ContextOptions = {},
): Promise<{ readonly retrieved: Retrieved; readonly prompting: Pick<MiddleOptions, "files" | "filesRoom"> }> {
  const inside = repository.pathOf(path);
  if (inside === undefined) throw new RangeError(`${path} is not in the repository ${repository.folder}.`);
  const tokenizer = tokenizerOf(model);
  const { tokens: room, perFile, repository: naming } = middleRoom(model, asked);
  const files = Math.max(0, Math.min(room, Number.MAX_SAFE_INTEGER) - naming);
  // Only as much of the sides is encoded as could fit.
  const reach = 8 * files;
  const sides = tokenizer.encode(prefix.slice(-reach)).length + tokenizer.encode(suffix.slice(0, reach)).length;
  const [budget = 0] = allot(files, [
    { wanted: Math.min(tokens, files), weight: 1 },
    { wanted: sides, weight: 1 },
  ]);
  const retrieved = await repository.context(
    { path: inside, prefix, suffix },
    {
      budget,
      tokenizer,
      shown: { prefix, suffix },
      format: { before: (file) => `${file}\n`, after: "", tokens: perFile },
      ...(deadline === undefined ? {} : { deadline }),
      ...(edits === undefined ? {} : { edits }),
    },
  );
  return { retrieved, prompting: { files: retrieved.blocks, filesRoom: naming + retrieved.tokens } };
}

const tokenizers = new WeakMap<Model, Tokenizer>();

/** Returns the model's tokenizer. Cached, because counts are cached by tokenizer. */
function tokenizerOf(model: Model): Tokenizer {
  const known = tokenizers.get(model);
  if (known !== undefined) return known;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const tokenizer: Tokenizer = {
    encode: (text) => model.encode(text, "literal"),
    decode: (ids) => {
      const bytes = ids.flatMap((id) => [...(model.vocabulary.bytes(id) ?? [])]);
      try {
        return decoder.decode(Uint8Array.from(bytes));
      } catch {
        return undefined;
      }
    },
  };
  tokenizers.set(model, tokenizer);
  return tokenizer;
}
