import { type Action, bare, caption, type Model, sameJar } from "./prelude.js";
import { update } from "./update.js";

const after = (...actions: readonly Action[]): Model => actions.reduce(update, bare);
const write = (label: string): Action => ({ kind: "write", label });
const shelve: Action = { kind: "shelve" };
const two = [write("plums"), shelve, write("quinces"), shelve];

export const checks: readonly (readonly [string, () => boolean])[] = [
  ["shelving adds one jar", () => after(write("plums"), shelve).jars.length === 1],
  ["a new jar is closed", () => sameJar(after(write("plums"), shelve).jars[0]!, ["plums", false])],
  ["shelving clears the draft", () => after(write("plums"), shelve).draft === ""],
  ["the new jar stands last", () => caption(after(...two).jars) === "plums, quinces"],
  ["no jar without a label", () => after(shelve).jars.length === 0],
  ["writing leaves the jars", () => after(...two, write("figs")).jars.length === 2],
  ["twisting opens a jar", () => after(...two, { kind: "twist", at: 1 }).jars[1]![1]],
  ["twisting twice closes it", () => !after(...two, { kind: "twist", at: 1 }, { kind: "twist", at: 1 }).jars[1]![1]],
  ["discarding takes the right jar", () => caption(after(...two, { kind: "discard", at: 0 }).jars) === "quinces"],
  ["what is not there is not discarded", () => after(...two, { kind: "discard", at: 7 }).jars.length === 2],
];
