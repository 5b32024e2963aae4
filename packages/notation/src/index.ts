export {
  control,
  either,
  type GrammarOptions,
  grammar,
  many,
  maybe,
  type Piece,
  separated,
  some,
  times,
  token,
} from "./builder.js";
export { type GbnfOptions, readGbnf } from "./gbnf.js";
export { formatNotationError, NotationError, type NotationIssue } from "./issue.js";
export { type LarkOptions, type Place, type ReadSource, readLark } from "./lark.js";
export { type WriteGbnfOptions, writeGbnf } from "./write-gbnf.js";
export { writeLark } from "./write-lark.js";
