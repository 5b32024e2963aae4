import { type Action, describe, type Model, sown } from "./prelude.js";
import { update } from "./update.js";

const after = (...actions: readonly Action[]): Model => actions.reduce(update, sown);
const note = (diary: string): Action => ({ kind: "note", diary });
const lime: Action = { kind: "plant", need: { kind: "lime" } };

export const checks: readonly (readonly [string, () => boolean])[] = [
  ["one need met", () => after(note("sun")).health === "wilting"],
  ["two needs met", () => after(note("sun chalk")).health === "coping"],
  ["three needs met", () => after(note("sun chalk rain rain")).health === "thriving"],
  ["rain is counted", () => after(note("rain chalk")).health === "wilting"],
  ["weeding leaves no needs", () => describe(after({ kind: "weed" })) === "wilting with 0 needs"],
  ["planting adds a need", () => after(lime).needs.length === 4],
  ["a need that is there twice counts twice", () => after(note("chalk"), lime).health === "coping"],
  [
    "uprooting compares by value",
    () => after({ kind: "uproot", need: { kind: "water", litres: 2 } }).needs.length === 2,
  ],
  [
    "another amount is another need",
    () => after({ kind: "uproot", need: { kind: "water", litres: 3 } }).needs.length === 3,
  ],
  [
    "uprooting changes the health",
    () => after(note("sun chalk"), { kind: "uproot", need: { kind: "lime" } }).health === "wilting",
  ],
];
