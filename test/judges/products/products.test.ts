// Products end valid within their tokens, or are refused before the first: random logits, judged from outside. More texts:
// `pnpm run campaign:products --texts 1000`.
import { describe, expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { besideEachPython } from "../cpython/each-python.js";
import { decidedPythonGround, type Ground, pythonGround, schemaGround } from "./grounds.js";
import { fewestOf, textOf } from "./round.js";

// Every 39th seed has no token at all, so that one is refused.
const TEXTS = 40;

async function judged(ground: Ground): Promise<void> {
  let [valid, refused] = [0, 0];
  for (let text = 0; text < TEXTS; text++) {
    const outcome = await textOf(ground, seed + text);
    expect(outcome.kind, `seed ${seed + text}: ${outcome.what} ${JSON.stringify(outcome.text)}`).not.toBe("failed");
    if (outcome.kind === "valid") valid++;
    else refused++;
  }
  const fewest = fewestOf(ground)!;
  expect(await ground.fault(fewest.text)).toBeUndefined();
  expect(fewest.tokens).toBeGreaterThan(0);
  expect(valid).toBeGreaterThan(TEXTS / 2);
  expect(refused).toBeGreaterThan(0);
}

describe("a JSON Schema × a deny list × a protocol", () => {
  test("every text is valid within its tokens, or refused before the first", () => judged(schemaGround()), 120_000);

  test("the judge finds what is wrong", async () => {
    const { fault } = schemaGround();
    expect(await fault('{"steps":["client.ask(1)","server.tell(2)"]}')).toBeUndefined();
    expect(await fault('{"steps":["server.tell(2)"]}')).toBe("server.tell in state idle");
    expect(await fault('{"steps":["client.ask(1)"]}')).toBe("the text ends in state asked");
    expect(await fault('{"steps":["wait"],"note":"secret"}')).toBe("it has secret");
    expect(await fault('{"steps":[]}')).toBe("ajv refuses it");
  });
});

besideEachPython("a gap in Python %s × a typestate × a deny list", "every text is valid", "one", ({ oracle }) => {
  test(
    "every text is valid within its tokens, or refused before the first",
    () => judged(pythonGround(oracle())),
    300_000,
  );

  test("those of a decided product, too, without a search", async () => {
    const ground = decidedPythonGround(oracle());
    if (ground === undefined) {
      expect(["3.9", "3.10", "3.11"]).toContain(oracle().version);
      return;
    }
    expect(ground.monitor).not.toHaveProperty("searchingWithin");
    await judged(ground);
    expect(await ground.fault("        pass\n")).toBeUndefined();
    expect(await ground.fault("        player.stop()\n")).toBe("it has player.stop(");
    expect(await ground.fault("        pass")).toContain("CPython says");
  }, 300_000);

  test("the judge finds what is wrong", async () => {
    const { fault } = pythonGround(oracle());
    expect(await fault("        player.prepare(); player.start(); player.stop()\n")).toBeUndefined();
    expect(await fault("        player.start()\n")).toBe("player.start in state idle");
    expect(await fault("        player.prepare()\n")).toBe("the text ends in state ready");
    expect(await fault("        eval(x)\n")).toBe("it has eval(");
    expect(await fault("        x = (\n")).toContain("CPython says");
  });
});
