// The laws of soft monitors, on the decoder; and that they find a decoder that breaks them.

import { complete } from "@espalier/decode";
import { checkSoft, LawError, type SoftRequest } from "@espalier/laws";
import { expect, test } from "vitest";

const write = async (request: SoftRequest) => (await complete({ ...request, prompt: [0] })).ids;

test("a penalty of nothing changes nothing, a monitor of every text neither, and no penalty gets a text stuck", async () => {
  const { changed, trials } = await checkSoft(write, { runs: 60 });
  expect(trials).toBe(60);
  expect(changed).toBeGreaterThan(10);
});

test.each([
  [
    "penalties of nothing count as much",
    ({ soft, ...rest }: SoftRequest) => write({ ...rest, soft: soft.map((each) => ({ ...each, penalty: 9 })) }),
  ],
  [
    "advice is a rule of its own",
    ({ soft, ...rest }: SoftRequest) => write({ ...rest, soft: [], ...(soft.length > 0 && { maxTokens: 1 }) }),
  ],
  ["what rules is not asked", () => Promise.resolve([255, 254])],
])("a decoder is found in which %s", async (_, broken) => {
  await expect(checkSoft(broken, { runs: 100 })).rejects.toThrow(
    expect.objectContaining({ name: LawError.name, code: "soft" }),
  );
});
