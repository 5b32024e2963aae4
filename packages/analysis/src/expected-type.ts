// The type that a program expects of a missing expression.

/** Where the type comes from. */
export type TypeSource =
  /** The position: an annotation, a parameter, a return type. */
  | "context"
  /** The other operand, or the value of a `switch`. */
  | "sibling"
  /** The operator or statement, the same in any program. */
  | "rule"
  /** The enclosing function of a statement: the type that it finally returns. */
  | "enclosing";

/** An expected type. */
export interface ExpectedType {
  /** As printed by the language; its names need not be in scope. */
  readonly text: string;
  /** `soft` if an expression of another type is valid as well, for example in a condition. */
  readonly strength: "hard" | "soft";
  readonly by: TypeSource;
}
