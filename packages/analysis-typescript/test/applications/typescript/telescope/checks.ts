import { type Action, isOn, type Model, magnitude, mountOf, starsOf } from "./prelude.js";
import { update } from "./update.js";

const after = (...actions: readonly Action[]): Model => actions.reduce(update, [[3, 5, 8], { kind: "stowed" }]);
const track = (star: number): Action => ({ kind: "track", star });
const strike = (star: number): Action => ({ kind: "strike", star });
const hold: Action = { kind: "hold" };
const stars = (model: Model): string => starsOf(model).map(magnitude).join(" ");

export const checks: readonly (readonly [string, () => boolean])[] = [
  ["tracking from rest", () => isOn(5, mountOf(after(track(5))))],
  ["tracking another star", () => isOn(8, mountOf(after(track(5), track(8))))],
  ["tracking again what is held", () => mountOf(after(track(5), hold, track(5))).kind === "tracking"],
  ["holding keeps the star", () => isOn(5, mountOf(after(track(5), hold)))],
  ["what is held is held", () => mountOf(after(track(5), hold)).kind === "held"],
  ["what is stowed stays stowed", () => mountOf(after(hold)).kind === "stowed"],
  ["striking the star in view", () => mountOf(after(track(5), strike(5))).kind === "stowed"],
  ["striking another one", () => isOn(5, mountOf(after(track(5), strike(8))))],
  ["the catalogue without it", () => stars(after(strike(5))) === "3.0 8.0"],
  ["what is not charted is not struck", () => stars(after(strike(4))) === "3.0 5.0 8.0"],
  ["charting goes to the end", () => stars(after(chart(2))) === "3.0 5.0 8.0 2.0"],
  ["charting leaves the mount", () => isOn(5, mountOf(after(track(5), chart(2))))],
];

function chart(star: number): Action {
  return { kind: "chart", star };
}
