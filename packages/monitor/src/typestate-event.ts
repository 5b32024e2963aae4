// What happens to the names and objects of a program, as far as a table of states is concerned.

/** What a name is bound to: a fresh object in the table's start, what another name is bound to, or something that nobody knows. */
export type ObjectValue = "fresh" | "unknown" | { readonly name: string };

/** What happens in a program. */
export type TypestateEvent =
  /** A new name in the innermost scope. */
  | { readonly kind: "declare"; readonly name: string; readonly value: ObjectValue }
  /** A name is bound to something else. An object that is assigned to a name which nobody declared escapes. */
  | { readonly kind: "assign"; readonly name: string; readonly value: ObjectValue }
  | { readonly kind: "call"; readonly name: string; readonly method: string }
  /** The name's object is given away: as an argument, to a closure, as a result. Nothing is known of it any more. */
  | { readonly kind: "escape"; readonly name: string }
  /** A scope begins: one that is passed once, one that may be skipped, one that may be passed any number of times. */
  | { readonly kind: "open"; readonly body: "block" | "branch" | "loop" }
  /** The branch that is open ends, and its alternative begins. */
  | { readonly kind: "else" }
  | { readonly kind: "close" }
  /** The program is left: by a return, or by an error. */
  | { readonly kind: "leave" };
