// The expected type of a missing expression.

import type { ExpectedType, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { expectationAt } from "./hole/expected-at.js";
import { type HoleKind, holeAt } from "./hole/typed-hole.js";
import type { Project } from "./project.js";

/** Reasons why no type is expected at a place that takes no expression. */
export const NO_EXPRESSION: Readonly<Record<Exclude<HoleKind, "expression">, string>> = {
  type: "this place takes a type, not an expression",
  import: "this place takes a module's name, not an expression",
  member: "this place takes a member, not an expression",
  key: "this place takes a key, not an expression",
  attribute: "a quoted string or an expression in braces stands here, and the hole is outside of them",
  other: "the compiler finds no expression here",
};

export function expectedTypeAt(project: Project, at: ProgramPlace): Answer<ExpectedType> {
  const { kind, call, checker } = holeAt(project, at);
  if (call === undefined) return { kind: "unknown", reason: NO_EXPRESSION[kind as keyof typeof NO_EXPRESSION] };
  const found = expectationAt(project.ts, checker, call);
  if (found === undefined) return { kind: "unknown", reason: "no type is expected here" };
  const { text, strength, by } = found;
  return { kind: "closed", value: { text, strength, by } };
}
