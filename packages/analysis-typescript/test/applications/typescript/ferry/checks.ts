import { type Action, aboard, isTaken, type Model, morning, nameOf, passagesOf } from "./prelude.js";
import { update } from "./update.js";

const after = (...actions: readonly Action[]): Model => actions.reduce(update, morning);
const embark = (skipper: string): Action => ({ kind: "embark", skipper, tide: "ebb", from: "south" });
const refund = (skipper: string, ticket: number): Action => ({ kind: "refund", skipper, ticket });
const tickets = (model: Model): string =>
  passagesOf(model)
    .map(([, , ticket]) => ticket)
    .join();
const three = [embark("Ines"), embark("Olav"), embark("Ines")];

export const checks: readonly (readonly [string, () => boolean])[] = [
  ["the first ticket is 0", () => tickets(after(embark("Ines"))) === "0"],
  ["tickets rise", () => tickets(after(...three)) === "0,1,2"],
  ["a skipper's passages", () => aboard("Ines", passagesOf(after(...three))).length === 2],
  ["the sailing is kept", () => nameOf(passagesOf(after(embark("Ines")))[0]![0][0]) === "ebb tide"],
  ["a refund takes the ticket", () => !isTaken(1, passagesOf(after(...three, refund("Olav", 1))))],
  ["a refund needs the skipper", () => isTaken(1, passagesOf(after(...three, refund("Ines", 1))))],
  ["a refund needs the ticket", () => tickets(after(...three, refund("Olav", 2))) === "0,1,2"],
  ["a storm clears the deck", () => tickets(after(...three, { kind: "storm" })) === ""],
  ["tickets go on after a storm", () => tickets(after(...three, { kind: "storm" }, embark("Olav"))) === "3"],
];
