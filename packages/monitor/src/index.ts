export type { PairTable, SequenceTable } from "./interning.js";
export { createPairTable, createSequenceTable } from "./interning.js";
export type { Factor, Monitor, Question, Table } from "./monitor.js";
export { FIRST_CONTROL } from "./monitor.js";
