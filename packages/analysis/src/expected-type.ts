// The type that a program expects where an expression is missing.

/** What tells a type. */
export type TypeSource =
  /** The place: an annotation, a parameter, a return type. */
  | "context"
  /** The other operand, or what is switched on. */
  | "sibling"
  /** The operator or the statement, for any program. */
  | "rule"
  /** The function around a statement: the type of what it returns in the end. */
  | "enclosing";

/** A type that is expected. */
export interface ExpectedType {
  /** As the language prints it; names need not be in scope. */
  readonly text: string;
  /** `soft` where an expression of another type is right as well, as in a condition. */
  readonly strength: "hard" | "soft";
  readonly by: TypeSource;
}
