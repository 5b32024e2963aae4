// Large and hostile inputs work, or are refused by a typed error, within bounded memory. Times are not judged here, but printed by
// `pnpm bench:endurance`.

import { expect, test } from "vitest";
import { INPUTS } from "./inputs.js";
import { runInput } from "./outcome.js";

const FLAGS = ["--import", "tsx", "--conditions=@espalier/source"];

test.each(Object.keys(INPUTS))("%s", async (name) => {
  const { verdict, expected, grownMegabytes } = await runInput(name, FLAGS);
  expect(verdict).toBe(expected);
  expect(grownMegabytes).toBeLessThan(INPUTS[name]!.memory);
});
