// What the parts say to each other: the main program sends a schema with its instances, as tokens, to a process that holds one
// engine; back comes whether the schema was refused, what became of every instance, and how long each token took.

/**
 * How much an engine may remember while it is measured. Tables of the vocabulary alone are always kept.
 *
 * - `cold`: compiled anew for every instance, nothing remembered that depends on the schema.
 * - `warm`: compiled once for a schema; what its earlier instances left behind stays.
 * - `second`: the instances once more after `warm`.
 * - `process`: as `warm`, and what other schemas left behind in the process stays too (where an engine shares anything).
 * - `budget`: as `cold`, and each mask leaves only tokens after which the text can end within a budget.
 */
export type Mode = "cold" | "warm" | "second" | "process" | "budget";
export const MODES: readonly Mode[] = ["cold", "warm", "second", "process", "budget"];

/** The modes that run when none is named. */
export const DEFAULT_MODES: readonly Mode[] = ["cold", "warm", "second", "process"];

export interface JobInstance {
  readonly valid: boolean;
  readonly tokens: readonly number[];
  /** The instance with its keys in declared order, to be tried when it is valid and refused. */
  readonly reordered: readonly (readonly number[])[];
}

export interface Job {
  readonly name: string;
  /** The schema as JSON. */
  readonly schema: string;
  readonly instances: readonly JobInstance[];
  /** After so long, in seconds of CPU, the engine is to give up, between two tokens. */
  readonly seconds: number;
  /** The modes wanted; an engine that has none of them runs its first. */
  readonly modes: readonly Mode[];
  /** How often each text is read where it is compiled anew (`cold`, `budget`): a token counts with the least of its times. */
  readonly repeat: number;
}

export interface Refusal {
  readonly code: string;
  readonly keyword?: string;
  readonly pointer?: string;
  readonly message: string;
}

/** What became of an instance: accepted with its end, or refused before a token, or its end refused. */
export type Fate = "accepted" | "accepted reordered" | "end refused" | { readonly refusedAt: number };

export interface Pass {
  readonly mode: Mode;
  /** Microseconds from the schema to the first mask. */
  readonly ttfm: number;
  /** Microseconds of mask and commit, a token each; the last of a refused instance is the mask's alone. */
  readonly times: Float32Array;
  readonly fates: readonly Fate[];
  /** The tokens that took longest, the longest first; native engines do not say. */
  readonly longest?: readonly Place[];
}

/** A token of an instance, and the microseconds of its mask and its commit. */
export interface Place {
  readonly instance: number;
  readonly token: number;
  readonly us: number;
}

/** What an engine says of a schema. A refusal or a failure comes with the passes that were finished before it. */
export interface Answer {
  readonly refusal?: Refusal;
  /** Not a refusal: an exception, or out of time. */
  readonly failure?: { readonly kind: "timeout" | "memory" | "crash"; readonly message: string };
  readonly passes: readonly Pass[];
  /** What must never be: a mask against its own commit, two modes that disagree. */
  readonly contradictions: readonly string[];
  /** The most memory the process held while it worked on this schema, in bytes, where the system says. */
  readonly peakBytes?: number;
  /** How much more that was than before it. */
  readonly grownBytes?: number;
  /** CPU time of the process over wall time. */
  readonly cpuShare: number;
}

/** An engine says this once it is ready. */
export interface Ready {
  readonly ready: true;
  readonly version: string;
  /** Microseconds that taking a time takes, already subtracted from every time. */
  readonly clock: number;
  /** Microseconds that a call which does nothing takes from another language, subtracted from every mask and commit. */
  readonly call?: number;
}

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = "Refused";
    this.refusal = refusal;
  }
}

/** The engine of this project. The others are its peers. */
export const OURS = "ours";
