// That `pnpm bench:servers` works, on little, with the servers of this machine.

import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandOf, whyNot } from "../../test/support/language-servers.js";

const main = fileURLToPath(new URL("servers.ts", import.meta.url));

function bench(options: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
  const conditions = ["--import", "tsx", "--conditions=@espalier/source"];
  const little = ["--files", "8", "--questions", "2"];
  const said = execFileSync(process.execPath, [...conditions, main, ...little, ...options], {
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(said);
}

// Those that start within seconds.
test.for(["pyright", "typescript-7", "gopls", "clangd"])("%s", { timeout: 240_000 }, (name, context) => {
  if (commandOf(name) === undefined) return context.skip(whyNot(name));
  expect(bench(["--profile", name])).toEqual([
    expect.objectContaining({
      ...{ profile: name, files: 8, firstAnswer: "closed", questions: 2, closed: 2, withTheMember: 2, failures: [] },
      readyMs: expect.any(Number),
    }),
  ]);
});

test("typescript-language-server, which takes the project's compiler", { timeout: 240_000 }, (context) => {
  const name = "typescript-language-server";
  if (commandOf(name) === undefined) return context.skip(whyNot(name));
  expect(bench(["--profile", name])).toEqual([
    expect.objectContaining({
      ...{ profile: name, files: 8, firstAnswer: "open", questions: 2, closed: 0, withTheMember: 2, failures: [] },
    }),
  ]);
});

test("servers that are missing are said to be, with how to get them", { timeout: 120_000 }, () => {
  const tallies = bench([], { PATH: "", ESPALIER_LANGUAGE_SERVERS: path.dirname(main) });
  const missing = tallies.map(({ profile, missing: why }: { profile: string; missing: string }) => [profile, why]);
  expect(missing).toContainEqual(["jdtls", whyNot("jdtls")]);
  expect(missing).toContainEqual(["pyright", whyNot("pyright")]);
});
