export { ArgumentError, type ArgumentErrorCode } from "./argument-error.js";
export { excerpt } from "./excerpt.js";
export type { Fault, Kind } from "./kind.js";
export {
  anything,
  boolean,
  callable,
  called,
  either,
  having,
  integer,
  iterable,
  listOf,
  number,
  oneOf,
  optionally,
  recordOf,
  text,
  tuple,
  typedArray,
} from "./kinds.js";
export { named } from "./named.js";
export { type KindsOf, options, type Required, required } from "./options.js";
export { checkArgument, signature } from "./signature.js";
