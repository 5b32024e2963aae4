// Stands for `vitest` where it cannot run: collects the tests that a suite declares, and runs them one after another. It has the functions that
// `backendConformance` uses, and the matchers of `vitest` itself.

import { ASYMMETRIC_MATCHERS_OBJECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import * as chai from "chai";

type Context = { skip(reason: string): never };
type Work = (context: Context) => unknown;

interface Suite {
  readonly name: string;
  readonly before: Work[];
  readonly beforeEach: Work[];
  readonly after: Work[];
  readonly tests: { readonly name: string; readonly work: Work }[];
  readonly suites: Suite[];
}

/** What became of all tests. `failures` has the names of those that failed, each with the names of its suites. */
export interface Totals {
  passed: number;
  skipped: number;
  readonly failures: string[];
}

const suite = (name: string): Suite => ({ name, before: [], beforeEach: [], after: [], tests: [], suites: [] });
const root = suite("");
let current = root;

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = Object.assign(
  (value: unknown) => chai.expect(value),
  chai.expect,
  (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT],
);

export function describe(name: string, declare: () => void): void {
  const outer = current;
  const inner = suite(name);
  outer.suites.push(inner);
  current = inner;
  declare();
  current = outer;
}

export const test = (name: string, work: Work): unknown => current.tests.push({ name, work });
export const beforeAll = (work: Work): unknown => current.before.push(work);
export const beforeEach = (work: Work): unknown => current.beforeEach.push(work);
export const afterAll = (work: Work): unknown => current.after.push(work);

class Skip extends Error {}

const context: Context = {
  skip(reason) {
    throw new Skip(reason);
  },
};

/** Runs what was declared, prints a line for each test, and returns the totals. */
export async function runTests(): Promise<Totals> {
  const totals: Totals = { passed: 0, skipped: 0, failures: [] };
  await runSuite(root, [], [], totals);
  return totals;
}

async function runSuite(now: Suite, outer: readonly string[], each: readonly Work[], totals: Totals): Promise<void> {
  const names = now.name === "" ? outer : [...outer, now.name];
  const setUp = [...each, ...now.beforeEach];
  for (const work of now.before) await work(context);
  for (const { name, work } of now.tests) await runTest([...names, name].join(" > "), [...setUp, work], totals);
  for (const inner of now.suites) await runSuite(inner, names, setUp, totals);
  for (const work of now.after) await work(context);
}

async function runTest(name: string, works: readonly Work[], totals: Totals): Promise<void> {
  const from = performance.now();
  try {
    for (const work of works) await work(context);
    totals.passed++;
    console.log(`passed  ${name} (${Math.round(performance.now() - from)} ms)`);
  } catch (error) {
    if (error instanceof Skip) {
      totals.skipped++;
      console.log(`skipped ${name}: ${error.message}`);
    } else {
      totals.failures.push(name);
      console.log(`FAILED  ${name}: ${(error as Error).stack ?? error}`);
    }
  }
}
