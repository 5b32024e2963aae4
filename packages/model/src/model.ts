// What a language model is to a decoder: a vocabulary, and sessions that turn token ids into logits.
//
// A session is one growing sequence; a checkpoint is a point of it to come back to. Nothing else is asked of a runtime, so an
// ONNX file, a remote service or a table of numbers in a test can each be a model.
//
//   model ──session()──▶ session ──append(ids)──▶ logits of the next token
//                           │ ▲
//             checkpoint()  ▼ │  restore(point)

import type { TokenId, Vocabulary } from "@espalier/vocabulary";

/** A language model that can be decoded from. */
export interface Model {
  readonly vocabulary: Vocabulary;
  /** The number of logits per step; may be above or below `vocabulary.size`. */
  readonly logitsSize: number;
  /** The greatest number of tokens a session can hold; `undefined` when unknown. */
  readonly contextLength: number | undefined;
  /** How the model's makers recommend to sample from it; absent where they say nothing. Nothing uses it unless it is passed on. */
  readonly recommended?: RecommendedSampling;
  /** The template of the model's chat prompts; absent where it has none. */
  readonly chatTemplate?: ChatTemplate;
  /** Text to token ids. `literal` text never becomes control tokens, and gains no prefix space or special token. */
  encode(text: string, how: "prompt" | "literal"): readonly TokenId[];
  /** A fresh session with no tokens. */
  session(): Session;
  /**
   * Appends ids to several sessions of this model and returns the logits after the last id of each, in order. Optional; absent where a model
   * takes one sequence at a time. What can be one run is one run: which additions those are, the model's package says. When it rejects, every
   * session is as it was before. Otherwise as `Session.append`.
   *
   * @throws {RangeError} also when a session comes twice, or is of another model.
   */
  appendBatch?(additions: readonly Addition[], signal?: AbortSignalLike): Promise<readonly Logits[]>;
  /** Frees the runtime's memory; sessions are unusable afterwards. */
  dispose(): Promise<void>;
}

/** Sampling settings that come with a model. */
export interface RecommendedSampling {
  /** The settings that a decoder here knows, under its names: `sampling: model.recommended.sampling`. */
  readonly sampling: {
    readonly temperature?: number;
    readonly topK?: number;
    readonly topP?: number;
    readonly minP?: number;
    readonly repetitionPenalty?: number;
  };
  /** Names of settings that were left out, since nothing here does what they ask for. */
  readonly unsupported: readonly string[];
}

/** A model's chat template: Jinja, as Hugging Face's tokenizers have it. */
export interface ChatTemplate {
  readonly source: string;
  /** The template for prompts with tools, where it is another one. */
  readonly toolSource?: string;
  /** Names of control tokens that the template may use: `bos_token`, `eos_token` and others. */
  readonly specialTokens: Readonly<Record<string, string>>;
}

/** One growing sequence of tokens. Not re-entrant: await one `append` before the next. */
export interface Session {
  /** How many tokens have been appended. */
  readonly length: number;
  /**
   * Appends at least one id and returns the logits after the last. When it rejects, the session is as it was before; an
   * aborted `signal` rejects with the signal's reason.
   *
   * @throws {RangeError} when `ids` is empty or holds something that is no token id.
   * @throws {ModelError} `context-exceeded` when the session would grow past the model's context, and what the runtime
   * reports.
   */
  append(ids: readonly TokenId[], signal?: AbortSignalLike): Promise<Logits>;
  /**
   * Appends ids and returns the logits after each of them, in order: what verifies a draft in one run. Optional; absent where a model only gives the
   * last row. Takes `logitsSize` floats of memory for each id. Otherwise as `append`.
   *
   * @throws {ModelError} `model-unsupported` when the model turns out to give fewer rows; the session is as it was before.
   */
  appendAll?(ids: readonly TokenId[], signal?: AbortSignalLike): Promise<readonly Logits[]>;
  /**
   * A point to come back to: cheap to take, valid until the session is disposed, and not invalidated by `restore`. Holding
   * one may hold the memory of a whole cache, so keep few; letting go of it frees that memory.
   */
  checkpoint(): Checkpoint;
  /**
   * Returns the session to `checkpoint`. Where that takes a while it gives a promise; nothing else may be asked of the session until then.
   *
   * @throws {RangeError} when `checkpoint` is not one of this session's own.
   */
  restore(checkpoint: Checkpoint): void | Promise<void>;
  /** Frees what the session and its checkpoints hold. */
  dispose(): void;
}

/** A session, and the ids that are appended to it. */
export interface Addition {
  readonly session: Session;
  readonly ids: readonly TokenId[];
}

/** An opaque point of a session. */
export interface Checkpoint {
  readonly length: number;
}

/** One value per model output row. Owned by the caller from the moment it is returned; may be overwritten by the caller. */
export interface Logits {
  readonly size: number;
  /** The values as 32-bit floats; the array is the caller's to change. Asynchronous since logits may live on a GPU. */
  read(): Promise<Float32Array>;
}

/** The part of the web's `AbortSignal` that a model looks at; kept structural so that this package needs no DOM. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}
