// A text whose diagnostics do not arrive is sent once more.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitedReport } from "../src/awaited-report.js";
import { publishedReports } from "../src/published.js";
import type { ServerQuestion } from "../src/server-question.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const uri = "file:///a";
const invented = "invented";

/** Asks with a deadline, of a server that publishes after so many milliseconds. Returns what is sent again, and whether a report came. */
async function asked(deadline: number, publishes: readonly number[]) {
  const published = publishedReports();
  const until = performance.now() + deadline;
  const sent: string[] = [];
  const question = {
    ...{ on: { published }, uri, invented },
    show: (text: string) => sent.push(text),
    left: () => Math.max(1, until - performance.now()),
  } as unknown as ServerQuestion;
  const take = () => published.take({ uri, diagnostics: [{ message: `${invented} is not there` }] });
  for (const milliseconds of publishes) setTimeout(take, milliseconds);
  const report = awaitedReport(question, { text: "x = box.invented", version: 1 });
  await vi.advanceTimersByTimeAsync(deadline);
  return { sent, isReported: (await report) !== undefined };
}

test("a report that arrives soon", async () => {
  expect(await asked(20_000, [4_900])).toEqual({ sent: [], isReported: true });
});

test("a report that arrives only after the text is sent again", async () => {
  expect(await asked(20_000, [5_400])).toEqual({ sent: ["x = box.invented\n"], isReported: true });
});

test("no report", async () => {
  expect(await asked(20_000, [])).toEqual({ sent: ["x = box.invented\n"], isReported: false });
});

test("a deadline that ends earlier", async () => {
  expect(await asked(2_000, [])).toEqual({ sent: [], isReported: false });
});
