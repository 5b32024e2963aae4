// The cache of constructed values: what is in use stays, and of the rest only the most recently used.

import { describe, expect, it } from "vitest";
import { createRecall } from "../../src/text/recall.js";

describe("a recall", () => {
  it("returns a value that is in use, however many others were made since", () => {
    const recall = createRecall<{ readonly key: string }>(4);
    const recalled = (key: string): { readonly key: string } => recall(key, () => ({ key }));
    const used = recalled("used");
    for (let n = 0; n < 1000; n++) expect(recalled(`other ${n}`).key).toBe(`other ${n}`);
    expect(recalled("used")).toBe(used);
  });

  it("makes a recently used value once", () => {
    const recall = createRecall<{ readonly key: string }>(4);
    let made = 0;
    const recalled = (key: string): unknown =>
      recall(key, () => {
        made++;
        return { key };
      });
    for (let n = 0; n < 100; n++) {
      recalled("often");
      recalled(`once ${n}`);
    }
    expect(made).toBe(101);
  });
});
