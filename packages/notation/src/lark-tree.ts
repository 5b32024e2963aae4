// The syntax tree of a grammar text in Lark's notation.

import type { Span } from "./issue.js";

/** An expression as written. Its position decides whether it belongs to a rule or a terminal. */
export type LarkNode = Span &
  (
    | { readonly kind: "name"; readonly name: string; readonly upper: boolean }
    | { readonly kind: "string"; readonly text: string; readonly flags: string }
    | { readonly kind: "regex"; readonly pattern: string; readonly flags: string }
    | { readonly kind: "range"; readonly first: string; readonly last: string }
    | { readonly kind: "control"; readonly name: string }
    | { readonly kind: "json"; readonly schema: unknown }
    | { readonly kind: "lark"; readonly items: readonly LarkItem[] }
    | { readonly kind: "sequence"; readonly items: readonly LarkNode[] }
    | { readonly kind: "choice"; readonly options: readonly LarkNode[] }
    | { readonly kind: "and"; readonly operands: readonly LarkNode[] }
    | { readonly kind: "not"; readonly operand: LarkNode }
    | { readonly kind: "repeat"; readonly item: LarkNode; readonly min: number; readonly max: number }
  );

/** `[lazy]`, `[suffix="…"]`: a name with an optional value. */
export interface LarkAttribute extends Span {
  readonly name: string;
  readonly value?: LarkNode;
}

export interface LarkDefinition extends Span {
  readonly kind: "rule" | "terminal";
  readonly name: string;
  readonly priority?: number;
  readonly attributes: readonly LarkAttribute[];
  readonly body: LarkNode;
}

export type LarkItem =
  | LarkDefinition
  | (Span & { readonly kind: "ignore"; readonly body: LarkNode })
  | (Span & { readonly kind: "import"; readonly name: string; readonly as: string })
  | (Span & { readonly kind: "options"; readonly options: unknown });
