// Holes in Python over pyright: a table of places, and the headers of five applications. Python itself judges that the applications can be completed with
// what is listed as needed.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lspHoleServer } from "@espalier/chat-lsp";
import { askHole } from "@espalier/typed-holes";
import { expect, onTestFinished, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { projectOf } from "../../../test/support/temporary-projects.js";
import { DECLARED, EXPECTED, NONE, UNCLOSED } from "./python-table.js";

/** What the hole of each application needs, by hand: what its solution uses besides the constructors of its types. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  pantry: ["shelve_noted", "discard_at", "restock_at"],
  seminar: ["reservations", "without"],
  mosaic: ["with_tile", "stripped", "with_course", "GROUT"],
  intake: ["grade_under", "lifted"],
  podcast: ["queue_of", "player_of"],
};
const source = (name: string, file: string): string =>
  readFileSync(new URL(`./applications/${name}/${file}.py`, import.meta.url), "utf8");

const table = [...EXPECTED, ...UNCLOSED, ...NONE.map((text) => [text, ""] as const)];
const [judge] = ["python3", "python"].filter((program) => spawnSync(program, ["--version"]).status === 0);

test("the five applications can be completed with what is needed", (context) => {
  if (judge === undefined) return context.skip("needs Python 3.9 or newer on the PATH");
  for (const [name, needed] of Object.entries(NEEDED)) {
    const [imports, filling] = source(name, "solution").split("#---\n") as [string, string];
    const sketch = source(name, "sketch").replace("▮", filling.trim());
    const whole = `${imports}${sketch}${source(name, "tests")}\nprint(sum(CHECKS), len(CHECKS))\n`;
    const root = projectOf({ "prelude.py": source(name, "prelude"), "main.py": whole });
    const { stdout, stderr } = spawnSync(judge, ["main.py"], { cwd: root, encoding: "utf8" });
    const [passed, all] = stdout.trim().split(" ");
    expect({ name, passed, stderr }).toEqual({ name, passed: all, stderr: "" });
    for (const each of needed) expect(imports).toContain(each);
  }
});

test("pyright tells what is expected, and finds the headers that are needed", { timeout: 240_000 }, async (context) => {
  if (commandOf("pyright") === undefined) return context.skip(whyNot("pyright"));
  const root = projectOf({ "main.py": "" });
  for (const name of Object.keys(NEEDED)) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "prelude.py"), source(name, "prelude"));
  }
  const holes = lspHoleServer("pyright", { root, command: commandOf("pyright")!, deadline: 60_000 });
  onTestFinished(() => holes.dispose());
  await holes.ready();

  const wrong: unknown[] = [];
  let lost = 0;
  for (const [text, type, told = type] of table) {
    const [before, after] = (DECLARED + text).split("▮") as [string, string];
    const answer = await holes.getExpectedType({ path: "main.py", before, after: `${after}\n` });
    const got = answer.kind === "closed" ? answer.value.text : "";
    if (got !== told) wrong.push([text, told, got]);
    if (got !== type) lost++;
  }
  expect(wrong).toEqual([]);
  expect({ lost, of: table.length }).toEqual({ lost: 5, of: 83 });

  let [shown, exhaustive] = [0, 0];
  for (const [name, needed] of Object.entries(NEEDED)) {
    const [before, after] = source(name, "sketch").split("▮") as [string, string];
    const { expected, types, headers } = await askHole(holes, { path: `${name}/main.py`, before, after });
    expect(expected?.text).toBe(/-> (\w+):/.exec(before)![1]);
    const found = headers.headers.map((header) => header.name);
    expect({ name, missing: needed.filter((each) => !found.includes(each)) }).toEqual({ name, missing: [] });
    for (const { text } of headers.headers) expect(text).not.toMatch(/\.\.\.$|\n|:$/);
    expect(types.text).toContain(`${expected!.text} = tuple[`);
    shown += types.text.length + headers.text.length;
    exhaustive += source(name, "prelude").length;
  }
  // The figures of the README.
  expect(shown / exhaustive).toBeLessThan(0.5);
  console.log(`types and headers of five applications: ${shown} characters; their preludes: ${exhaustive}`);
});
