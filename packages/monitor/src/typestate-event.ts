// Events in a program that concern a table of states and its objects.

/** The value of a name: a new object in the table's start state, the value of another name, or an unknown value. */
export type ObjectValue = "fresh" | "unknown" | { readonly name: string };

/** An event in a program. */
export type TypestateEvent =
  /** A new name in the innermost scope. */
  | { readonly kind: "declare"; readonly name: string; readonly value: ObjectValue }
  /** A name gets another value. An object that is assigned to an undeclared name escapes. */
  | { readonly kind: "assign"; readonly name: string; readonly value: ObjectValue }
  | { readonly kind: "call"; readonly name: string; readonly method: string }
  /**
   * The name's object escapes: it is passed as an argument, captured by a closure, or returned. Nothing is known about
   * it afterwards.
   */
  | { readonly kind: "escape"; readonly name: string }
  /** A scope begins: one that runs once, one that may be skipped, or one that may run any number of times. */
  | { readonly kind: "open"; readonly body: "block" | "branch" | "loop" }
  /** The open branch ends, and its alternative begins. */
  | { readonly kind: "else" }
  | { readonly kind: "close" }
  /** The program ends here by a return or an error. */
  | { readonly kind: "leave" };
