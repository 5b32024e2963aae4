import { type Action, isBlank, type Model, strung, widthOf } from "./prelude.js";
import { update } from "./update.js";

const after = (...actions: readonly Action[]): Model => actions.reduce(update, strung);
const drawn = ([cloth]: Model): string => cloth.map((row) => row.join(" ")).join(" / ");
const knot = (warp: number, weft: number): Action => ({ kind: "knot", warp, weft });
const shoot = (warp: number): Action => ({ kind: "shoot", warp });

export const checks: readonly (readonly [string, () => boolean])[] = [
  ["a knot in a corner", () => drawn(after(knot(0, 0))) === "red . . / . . ."],
  ["a knot in another corner", () => drawn(after(knot(1, 2))) === ". . . / . . red"],
  ["a row is shot", () => drawn(after(shoot(1))) === ". . . / red red red"],
  ["another yarn", () => drawn(after({ kind: "thread", yarn: "gold" }, knot(0, 1))) === ". gold . / . . ."],
  ["threading weaves nothing", () => isBlank(after({ kind: "thread", yarn: "gold" })[0])],
  ["unpicking one knot", () => drawn(after(shoot(0), { kind: "unpick", warp: 0, weft: 1 })) === "red . red / . . ."],
  ["unravelling blanks the cloth", () => isBlank(after(shoot(0), knot(1, 1), { kind: "unravel" })[0])],
  ["unravelling keeps the width", () => widthOf(after({ kind: "unravel" })[0]) === 3],
  ["the shuttle stays", () => after({ kind: "thread", yarn: "blue" }, { kind: "unravel" })[1] === "blue"],
  ["the basket stays", () => after(shoot(0), knot(1, 1))[2].length === 4],
];
