// The options and the result of `espalier fill`.

import type { Retrieved, ScanReport } from "@espalier/context";
import type { Generation } from "@espalier/decode";
import type { OpaqueRegion, PolicyFallback, StraddlePolicy } from "@espalier/gaps";
import type { MonitorRecord } from "../program-monitors.js";
import type { StopAfter } from "../stop-rules.js";
import type { GapOptions } from "./gap-options.js";
import type { Sides } from "./unfillable.js";

/** The prefix of the names of language server monitors. */
export const LSP = "lsp:";

export interface FillCommandOptions extends GapOptions {
  readonly file?: string;
  readonly at?: string;
  readonly scope?: "any" | "inner";
  readonly stopAfter?: StopAfter;
  readonly errors: "refuse" | "tolerate";
  readonly model?: string;
  readonly family?: string;
  readonly context?: string;
  readonly contextTokens?: number;
  readonly explainContext?: boolean;
  /** `typescript`, or the name of a language server after {@link LSP}. */
  readonly monitor?: string;
  readonly project?: string;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly lean?: number;
  readonly seed?: number;
  readonly whole?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** The text around the gap, and the file that determines the language. */
export interface Around extends Sides {
  readonly named: string | undefined;
  /** The byte order mark of the file, which is not part of its text. */
  readonly mark: string;
}

/** The result that `--json` prints. */
export interface Result {
  readonly text: string;
  readonly accepted: boolean;
  readonly finish: Generation["finish"] | "shortest";
  readonly tokens: number | null;
  readonly policy: StraddlePolicy;
  readonly fallback?: PolicyFallback;
  readonly opaque: readonly OpaqueRegion[];
  readonly seed?: number;
  readonly promptTokens?: number;
  readonly family?: string;
  readonly timings?: Generation["timings"];
  readonly context?: Retrieved;
  readonly scan?: ScanReport;
  readonly monitors?: readonly MonitorRecord[];
  /** What is wrong with the configuration of the monitors' project. */
  readonly configurationErrors?: readonly string[];
}

/** Returns the options that open the gap. */
export function limitsOf({ policy, scope, errors }: FillCommandOptions): {
  readonly policy?: StraddlePolicy;
  readonly scope?: "any" | "inner";
  readonly errors: "refuse" | "tolerate";
} {
  return { ...(policy === undefined ? {} : { policy }), ...(scope === undefined ? {} : { scope }), errors };
}
