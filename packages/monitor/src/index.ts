export type { Factor, Monitor, Question, Table } from "./monitor.js";
export { FIRST_CONTROL } from "./monitor.js";
