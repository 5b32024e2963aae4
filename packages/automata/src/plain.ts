// What of regular expressions a page downloads first, as `@espalier/automata/plain`: expressions as data,
// without their notations (patterns.ts) and without the engine.

export { anyCharacter, characters } from "./characters.js";
export { engineKind, regexKind } from "./kinds.js";
export type { Regex } from "./make-regex.js";
export { anyByte, empty, epsilon } from "./make-regex.js";
export {
  and,
  bytes,
  choice,
  choiceOf,
  literal,
  not,
  optional,
  plus,
  repeat,
  sequence,
  sequenceOf,
  star,
} from "./regex.js";
