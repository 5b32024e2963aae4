// Values as web streams and responses: the same events, and nothing is generated that nobody reads.

import type { ObjectEvent } from "@espalier/values";
import { streamObject } from "espalier";
import { expect, expectTypeOf, test } from "vitest";
import { randomModel } from "./models.js";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 9 },
    tags: { type: "array", items: { enum: ["a", "b"] }, maxItems: 3 },
  },
  required: ["name", "tags"],
} as const;
const options = { schema, prompt: "x", seed: 3, sampling: { temperature: 1 }, maxTokens: 200 } as const;

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const shape = (event: ObjectEvent<unknown>) =>
  event.kind === "finish" ? { kind: "finish", value: event.result.value, text: event.result.text } : event;

test("a readable stream has the events of the iteration", async () => {
  const model = randomModel(3);
  const stream = streamObject({ ...options, model }).toReadableStream();
  expect(stream).toBeInstanceOf(ReadableStream);
  const events = await all(stream);
  const iterated = await all(streamObject({ ...options, model }));
  expect(events.map(shape)).toEqual(iterated.map(shape));
  expect(events.length).toBeGreaterThan(3);
  for (const event of events)
    if (event.kind === "finish")
      expectTypeOf(event.result.value).toEqualTypeOf<{ name: string; tags: ("a" | "b")[] }>();
});

test("a response has a line for each event", async () => {
  const model = randomModel(3);
  const response = streamObject({ ...options, model }).toResponse({ headers: { "x-of": "test" } });
  expect([response.status, response.headers.get("content-type"), response.headers.get("x-of")]).toEqual([
    200,
    "application/x-ndjson; charset=utf-8",
    "test",
  ]);
  const events = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toEqual((await all(streamObject({ ...options, model }))).map(shape));
});

test("what goes wrong is the last line", async () => {
  const response = streamObject({ ...options, model: randomModel(3), maxTokens: 2 }).toResponse();
  const last = JSON.parse((await response.text()).trimEnd().split("\n").at(-1)!);
  expect(last).toMatchObject({
    kind: "error",
    name: "BudgetError",
    code: expect.any(String),
    message: expect.any(String),
  });
});

test("nothing is generated before it is read, and nothing after the stream is cancelled", async () => {
  let calls = 0;
  let disposed = 0;
  const inner = randomModel(3);
  const session = () => {
    const real = inner.session();
    return Object.assign(Object.create(real), {
      append: (...given: Parameters<typeof real.append>) => {
        calls++;
        return real.append(...given);
      },
      dispose: () => {
        disposed++;
      },
    });
  };
  const stream = streamObject({ ...options, model: { ...inner, session } }).toReadableStream();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(calls).toBe(0);
  const reader = stream.getReader();
  await reader.read();
  const before = calls;
  expect(before).toBeGreaterThan(0);
  await reader.cancel();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([calls, disposed]).toEqual([before, 1]);
});
