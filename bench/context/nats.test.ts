// What a context is worth, against a twin that asks the model token by token.

import { NOTHING } from "@espalier/context";
import { middlePrompt } from "@espalier/decode";
import type { Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NeedyHole } from "./holes.js";
import { contextOf, postLinesOf, SHAPE, sidesOf, tokenizerOf, worthOf, worthOfEach } from "./nats.js";

const hole: NeedyHole = {
  path: "shop/cart.py",
  prefix: "from shop.prices import gross_price\n\ndef total(cart):\n    return ",
  suffix: `\n${Array.from({ length: 60 }, (_, at) => `def later_${at}(): pass\n`).join("")}`,
  hidden: "gross_price(cart.net)",
  needed: ["gross_price"],
};

describe("worth of a context", () => {
  let model: Model;
  beforeAll(async () => {
    model = await loadModel(modelFolder, { threads: 1 });
  });
  afterAll(() => model.dispose());

  test("is what the model says token by token", async () => {
    const { prefix, suffix } = sidesOf(hole);
    const { ids } = middlePrompt(model, prefix, suffix, { healing: "off", path: hole.path });
    const session = model.session();
    let row = await (await session.append(ids)).read();
    let nats = 0;
    for (const id of model.encode(hole.hidden, "literal")) {
      const largest = Math.max(...row);
      nats += largest + Math.log(row.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)) - row[id]!;
      row = await (await session.append([id])).read();
    }
    session.dispose();
    expect((await worthOf(model, hole, undefined)).nats).toBeCloseTo(nats, 2);
  });

  test("of what the model writes itself is exact, of another text is not", async () => {
    const { prefix, suffix } = sidesOf(hole);
    const { ids } = middlePrompt(model, prefix, suffix, { healing: "off", path: hole.path });
    const session = model.session();
    const row = await (await session.append(ids)).read();
    session.dispose();
    const own = tokenizerOf(model).decode([row.indexOf(Math.max(...row))])!;
    expect(await worthOf(model, { ...hole, hidden: own }, undefined)).toMatchObject({ exact: true });
    expect(await worthOf(model, { ...hole, hidden: "zebra" }, undefined)).toMatchObject({ exact: false });
  });

  test("each candidate is tried, those of one text once, and nothing is what no context is", async () => {
    const tokenizer = tokenizerOf(model);
    const item = { text: "def gross_price(net): ...", from: 0, to: 25 };
    const candidate = (id: string, items: readonly (typeof item)[]) => ({
      proposal: { ...NOTHING, id },
      pieces: [{ path: "shop/prices.py", heading: "", items, joiner: "\n", names: false, reason: "" }],
      text: items.map(({ text }) => text).join("\n"),
    });
    const nothing = { proposal: NOTHING, pieces: [], text: "" };
    const [one, same] = [candidate("one", [item]), candidate("same", [item])];
    const worth = await worthOfEach(model, hole, [one, same, nothing], tokenizer);
    expect(worth.get(one)).toBe(worth.get(same));
    expect(worth.get(nothing)).toEqual(await worthOf(model, hole, undefined));
    expect(worth.get(one)!.nats).toBeLessThan(worth.get(nothing)!.nats);
    const context = contextOf(
      hole,
      [
        { candidate: one, score: 1 },
        { candidate: nothing, score: 0 },
      ],
      tokenizer,
    );
    expect(context.text).toContain(item.text);
    expect(context.tokens).toBeLessThanOrEqual(SHAPE.contextTokens);
  });

  test("post lines are those after what the prompt shows, within the tokens", () => {
    const tokenizer = tokenizerOf(model);
    const [block] = postLinesOf(hole, tokenizer)!.blocks;
    const shown = sidesOf(hole).suffix;
    expect(hole.suffix.indexOf(block!.text)).toBeGreaterThanOrEqual(shown.length);
    expect(tokenizer.encode(block!.text).length).toBeLessThanOrEqual(SHAPE.contextTokens);
    expect(postLinesOf({ ...hole, suffix: "\n" }, tokenizer)).toBeUndefined();
  });
});
