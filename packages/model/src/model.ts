// The interface between a decoder and a language model: a vocabulary, and sessions that turn token ids into logits.
//
// A session is one growing sequence; a checkpoint is a point in it to return to. A runtime needs nothing else, so an
// ONNX file, a remote service or a table of numbers in a test can each be a model.
//
//   model ──session()──▶ session ──append(ids)──▶ logits of the next token
//                           │ ▲
//             checkpoint()  ▼ │  restore(point)

import type { TokenId, Vocabulary } from "@espalier/vocabulary";

/** A language model. */
export interface Model {
  readonly vocabulary: Vocabulary;
  /** The number of logits for each step. May be larger or smaller than `vocabulary.size`. */
  readonly logitsSize: number;
  /** The maximum number of tokens of a session; `undefined` if unknown. */
  readonly contextLength: number | undefined;
  /**
   * The sampling settings that the model's makers recommend; absent if they recommend none. They have no effect unless
   * you pass them on.
   */
  readonly recommended?: RecommendedSampling;
  /** The template of the model's chat prompts; absent if it has none. */
  readonly chatTemplate?: ChatTemplate;
  /**
   * Returns the token ids of a text. `literal` text never becomes control tokens, and gets no prefix space or special
   * token.
   */
  encode(text: string, how: "prompt" | "literal"): readonly TokenId[];
  /** Returns a new session without tokens. */
  session(): Session;
  /**
   * Appends ids to several sessions of this model. Returns the logits after the last id of each, in order. Optional;
   * absent if a model takes only one sequence at a time. Additions are combined into one run of the model where
   * possible; the model's package says when. If the promise rejects, every session is unchanged. Otherwise like
   * `Session.append`.
   *
   * @throws {RangeError} also if a session occurs twice or belongs to another model.
   */
  appendBatch?(additions: readonly Addition[], signal?: AbortSignalLike): Promise<readonly Logits[]>;
  /** Frees the runtime's memory. Sessions cannot be used afterwards. */
  dispose(): Promise<void>;
}

/** Sampling settings that come with a model. */
export interface RecommendedSampling {
  /** The settings that our decoder supports, under its names: `sampling: model.recommended.sampling`. */
  readonly sampling: {
    readonly temperature?: number;
    readonly topK?: number;
    readonly topP?: number;
    readonly minP?: number;
    readonly repetitionPenalty?: number;
  };
  /** The names of recommended settings that our decoder does not support; they are omitted. */
  readonly unsupported: readonly string[];
}

/** A model's chat template in Jinja, as in Hugging Face's tokenizers. */
export interface ChatTemplate {
  readonly source: string;
  /** A separate template for prompts with tools, if there is one. */
  readonly toolSource?: string;
  /** Control tokens by the names that the template may use: `bos_token`, `eos_token` and others. */
  readonly specialTokens: Readonly<Record<string, string>>;
}

/** One growing sequence of tokens. Not re-entrant: await each `append` before the next call. */
export interface Session {
  /** The number of appended tokens. */
  readonly length: number;
  /**
   * Appends one or more ids and returns the logits after the last. If the promise rejects, the session is unchanged; an
   * aborted `signal` rejects with the signal's reason.
   *
   * @throws {RangeError} if `ids` is empty or contains an invalid token id.
   * @throws {ModelError} `context-exceeded` if the session would exceed the model's context; also errors from the
   * runtime.
   */
  append(ids: readonly TokenId[], signal?: AbortSignalLike): Promise<Logits>;
  /**
   * Appends ids and returns the logits after each of them, in order. It verifies a draft in one run. Optional; absent
   * if a model returns only the last row. Takes `logitsSize` floats of memory for each id. Otherwise like `append`.
   *
   * @throws {ModelError} `model-unsupported` if the model returns fewer rows; the session is unchanged.
   */
  appendAll?(ids: readonly TokenId[], signal?: AbortSignalLike): Promise<readonly Logits[]>;
  /**
   * Returns a point to return to. Creating one is cheap. It is valid until the session is disposed, also after
   * `restore`. A checkpoint may hold the memory of a whole cache, so keep few; dropping the reference frees that
   * memory.
   */
  checkpoint(): Checkpoint;
  /**
   * Returns the session to `checkpoint`. If that takes time, returns a promise; do not use the session until it
   * resolves.
   *
   * @throws {RangeError} if `checkpoint` does not belong to this session.
   */
  restore(checkpoint: Checkpoint): void | Promise<void>;
  /** Frees the memory of the session and its checkpoints. */
  dispose(): void;
}

/** A session, and the ids to append to it. */
export interface Addition {
  readonly session: Session;
  readonly ids: readonly TokenId[];
}

/** An opaque point of a session. */
export interface Checkpoint {
  readonly length: number;
}

/** One value for each row of the model's output. The caller owns them once they are returned and may overwrite them. */
export interface Logits {
  readonly size: number;
  /**
   * Returns the values as 32-bit floats; the caller may change the array. Asynchronous, because logits may be in GPU
   * memory.
   */
  read(): Promise<Float32Array>;
}

/**
 * The part of the web's `AbortSignal` that models use. It is a structural type, so that this package does not depend on
 * the DOM.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}
