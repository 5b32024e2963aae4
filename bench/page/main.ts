// `pnpm bench:page`: the page of examples/page in Chromium (CHROMIUM_PATH names its program), as a visitor meets it.
//
//   ready     from navigation to "Ready.", in a fresh profile each time: bundles, runtime, model and tokenizer come over loopback into an empty cache
//   blocks    how late timers of the page's own thread are while a worker generates, and the browser's own list of long tasks (over 50 ms)
//   outside   the share of a generation that is spent outside of the model: the first text of each language, and later ones
//   masks     the time for the masks along texts of four languages, in the page and in Node: sums of the median of several rounds, in turns
//
// Prints one JSON object; times are milliseconds of the clock, so they mean something on an idle machine alone (`load` says how busy it was).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import type { Browser, Page } from "playwright-core";
import { bundleForPages } from "../../test/support/bundle.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "../../test/support/chromium.js";
import { maskTimes } from "../../test/support/page-masks.js";
import { bundlePage, servePage } from "../../test/support/page-server.js";

const VISITS = 5;
const TEXTS = 6;
const ROUNDS = 9;
const KINDS = ["schema", "lark", "regex"] as const;
/** How often the page's thread is looked at. */
const EVERY_MS = 4;

const PATIENCE_MS = 120_000;

interface Blocks {
  late: number[];
  longTasks: number[];
  running: boolean;
}
declare const blocks: Blocks;

/** Runs in the page before its own scripts. */
function watch(every: number): void {
  const found: Blocks = { late: [], longTasks: [], running: false };
  Object.assign(globalThis, { blocks: found });
  new PerformanceObserver((list) => {
    if (found.running) found.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" as never });
  let before = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (found.running) found.late.push(Math.max(0, now - before - every));
    before = now;
  }, every);
}

/** Waits until the page's status line is as wanted. */
const says = (page: Page, wanted: RegExp): Promise<void> =>
  page.locator("#status", { hasText: wanted }).waitFor({ timeout: PATIENCE_MS });

async function visit(browser: Browser, address: string): Promise<{ page: Page; ready: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch, EVERY_MS);
  await page.goto(address, { waitUntil: "commit" });
  await says(page, /^Ready\.$/);
  return { page, ready: await page.evaluate(() => performance.now()) };
}

/** Generates one text, and gives the share spent outside of the model, in percent. */
async function write(page: Page, seed: number): Promise<number> {
  await page.fill("#seed", String(seed));
  await page.evaluate(() => void (blocks.running = true));
  await page.click("#generate");
  await says(page, /The model took/);
  await page.evaluate(() => void (blocks.running = false));
  return round(100 - Number(/The model took ([\d.]+) %/.exec((await page.textContent("#status")) ?? "")?.[1]));
}

const round = (value: number): number => Math.round(value * 10) / 10;

function summary(values: readonly number[]): object {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  return { count: values.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/** The masks along texts in a page and here, in turns: milliseconds for all texts, the median of the rounds for each. */
async function masks(browser: Browser, address: string): Promise<object> {
  const json: unknown = JSON.parse(readFileSync(path.join(modelFolder, "tokenizer.json"), "utf8"));
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: "commit" });
  await page.addScriptTag({ url: "/page/masks.js", type: "module" });
  await page.waitForFunction(() => "maskTimes" in globalThis);
  const there: number[][] = [];
  const here: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    here.push(maskTimes(json));
    there.push(
      await page.evaluate(
        (file) => (globalThis as unknown as { maskTimes(file: unknown): number[] }).maskTimes(file),
        json,
      ),
    );
  }
  const total = (rounds: readonly number[][]): number =>
    rounds[0]!.reduce((sum, _, text) => sum + median(rounds.map((times) => times[text]!)), 0);
  const [chromium, node] = [total(there), total(here)];
  return {
    first: { chromium: there[0]!.map(round), node: here[0]!.map(round) },
    chromium: round(chromium),
    node: round(node),
    ratio: chromium / node,
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function measure(chromium: string): Promise<object> {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-page-bench-"));
  await bundlePage(folder);
  const server = await servePage(folder);
  await bundleForPages({ masks: path.join(import.meta.dirname, "../../test/support/page-masks.ts") }, folder);
  const browser = await launchChromium(chromium);
  try {
    const load = round(loadavg()[0]!);
    const ready: number[] = [];
    const outside: Record<string, object> = {};
    const late: number[] = [];
    const longTasks: number[] = [];
    for (let turn = 0; turn < VISITS; turn++) {
      const { page, ready: its } = await visit(browser, server.address);
      ready.push(its);
      if (turn < VISITS - 1) {
        await page.context().close();
        continue;
      }
      for (const kind of KINDS) {
        if (kind !== "schema") await page.selectOption("#kind", kind);
        const shares: number[] = [];
        for (let text = 0; text < TEXTS; text++) shares.push(await write(page, 7 + text));
        outside[kind] = { first: shares[0], later: shares.slice(1) };
      }
      const found = await page.evaluate(() => blocks);
      late.push(...found.late);
      longTasks.push(...found.longTasks);
    }
    const times = await masks(browser, server.address);
    const blocked = { late: summary(late), longTasks: longTasks.map(round) };
    return {
      load,
      ready: { ...summary(ready), all: ready.map(Math.round) },
      blocks: blocked,
      outsidePercent: outside,
      masks: times,
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(
  JSON.stringify(chromiumPath === undefined ? { skipped: NO_CHROMIUM } : await measure(chromiumPath), undefined, 2),
);
