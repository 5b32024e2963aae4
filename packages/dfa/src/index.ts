export {
  type ByteClasses,
  classRepresentatives,
  commonRefinement,
  EVERY_BYTE,
  type Refinement,
} from "./byte-classes.js";
export { compressed, type Dfa, finalsOf, NO_TEXT, tableOf, targetOf } from "./dfa.js";
export { distances, distancesIn } from "./distances.js";
export { byColumns, type Explored, explored, type Visit } from "./explored.js";
export { minimal } from "./minimal.js";
export { addState, createNfa, determinize, embed, type Nfa } from "./nfa.js";
export { type Budget, product } from "./product.js";
