// A vitest reporter: at the end of a run, every skipped test with its reason, so that nothing is skipped silently.
import type { Reporter, TestModule, Vitest } from "vitest/node";

/** Lists what was skipped and why; the reason is the text given to `context.skip(…)`. */
export class Skips implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = new Map<string, string[]>();
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        // What `-t` leaves out was not asked for, so it is not listed.
        if (note === undefined && this.#vitest?.config.testNamePattern !== undefined) continue;
        const reason = note ?? "no reason given";
        const of = names.get(reason) ?? [];
        of.push(`${module.relativeModuleId} > ${test.fullName}`);
        names.set(reason, of);
      }
    }
    if (names.size === 0) return;
    console.log("\nSkipped:");
    for (const [reason, tests] of names) console.log(`  ${reason}\n${tests.map((name) => `    ${name}`).join("\n")}`);
  }
}
