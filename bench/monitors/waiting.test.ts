// That `pnpm bench:waiting` works, on little: by a virtual clock, in which times are exact, and beside the scripted server.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const main = fileURLToPath(new URL("waiting.ts", import.meta.url));
const server = fileURLToPath(new URL("../../packages/analysis-lsp/test/scripted-server.mjs", import.meta.url));

/** About as many tokens as are written, with a question at the beginning: its answer comes while the model writes the rest. */
const LINE = `box.open()  # ${"some words that ask nothing ".repeat(5)}\n`;

/** Lines where no text begins, as they have no member access in code. */
const NO_ACCESS = `from box.lid import hinge\nlabel = "box.open"  # box.open ${"some words that ask nothing ".repeat(5)}\n`;

function bench(line: string, ...options: readonly string[]) {
  const root = mkdtempSync(path.join(tmpdir(), "espalier-waiting-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, "main.py"), `import box\n${NO_ACCESS.repeat(20)}${line.repeat(20)}`);
  const program = path.join(root, "server");
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${server}' '{"code":"reportAttributeAccessIssue"}'\n`);
  chmodSync(program, 0o755);
  const conditions = ["--import", "tsx", "--conditions=@espalier/source"];
  const little = ["--project", root, "--texts", "2", "--warm", "1", "--tokens", "44"];
  const told = options.map((option) => option.replace("SERVER", program));
  return JSON.parse(
    execFileSync(process.execPath, [...conditions, main, ...little, ...told], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
}

test("in virtual time, drafts hide answers that take as long as some steps; to wait adds all of it", {
  timeout: 120_000,
}, () => {
  const { triggers, answerMs, hiddenShare, addedPerTriggerMs, textsThatDiffer } = bench(LINE, "--clock", "virtual");
  expect({ answerMs, hiddenShare, textsThatDiffer }).toEqual({ answerMs: 50, hiddenShare: 1, textsThatDiffer: 0 });
  expect(triggers).toBe(2);
  expect(addedPerTriggerMs).toMatchObject({ drafting: 0, waiting: 50 });
});

test("beside a server, which answers every question", { timeout: 120_000 }, () => {
  const { answers, started, triggers, textsThatDiffer } = bench(LINE, "--server", "SERVER", "--step", "1");
  expect({ answers, textsThatDiffer }).toEqual({ answers: "pyright", textsThatDiffer: 0 });
  expect(started).toMatchObject({ files: 1, answersAfterMs: expect.any(Number) });
  expect(triggers).toBe(2);
});

test("in virtual time beside a server, which answers while the clock stands still", { timeout: 120_000 }, () => {
  const { triggers, textsThatDiffer, timeRatio } = bench(LINE, "--server", "SERVER", "--clock", "virtual");
  expect({ triggers, textsThatDiffer }).toEqual({ triggers: 2, textsThatDiffer: 0 });
  expect(timeRatio.drafting).toBeGreaterThanOrEqual(1);
});

test("text that an answer forces is written in one go, and is that of the script", { timeout: 120_000 }, () => {
  const long = LINE.replace("open", "open_the_lid_of_it");
  const { forcedTokens, addedPerTriggerMs, textsThatDiffer } = bench(long, "--clock", "virtual", "--answer", "0");
  expect(textsThatDiffer).toBe(0);
  expect(forcedTokens).toBeGreaterThan(0);
  expect(addedPerTriggerMs.drafting).toBeLessThan(0);
});
