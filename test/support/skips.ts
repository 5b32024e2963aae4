// A vitest reporter: at the end of a run, every skipped test with its reason, so that nothing is skipped silently.
import type { Reporter, TestModule } from "vitest/node";

/** Lists what was skipped and why; the reason is the text given to `context.skip(…)`. */
export class Skips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = new Map<string, string[]>();
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const reason = (result.state === "skipped" ? result.note : undefined) ?? "no reason given";
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
