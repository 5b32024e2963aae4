// The command line as a process: its streams, its exit code, and how it takes being cut off.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fixture, modelFolder, spawned } from "./terminal.js";

const JSON_GRAMMAR = ["--lark", fixture("json.lark")];
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

describe.concurrent("as a process", () => {
  test("--version is the package's", async () => {
    expect(await spawned(["--version"])).toEqual({ exit: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test("check reads standard input and exits with the answer", async () => {
    const { exit, stdout } = await spawned(["check", ...JSON_GRAMMAR], "[1, 2");
    expect(exit).toBe(1);
    expect(stdout).toContain("incomplete at byte 5");
  });

  test("check --jsonl answers a line before the next one comes", async () => {
    const { exit, stdout } = await spawned(["check", ...JSON_GRAMMAR, "--jsonl"], "more to come", (child) => {
      child.stdin!.write('{"text": "[1"}\n');
      child.stdout!.once("data", () => child.stdin!.end('{"text": "[1]"}\n'));
    });
    expect(exit).toBe(0);
    expect(stdout).toBe('{"verdict":"incomplete","offset":2}\n{"verdict":"accepted","offset":3}\n');
  });

  test("sample stops quietly when its reader does", async () => {
    const { exit, stderr } = await spawned(["sample", ...JSON_GRAMMAR, "-n", "1000000"], "", (child) => {
      child.stdout!.once("data", () => child.stdout!.destroy());
    });
    expect([exit, stderr]).toEqual([0, ""]);
  });

  test("generate streams, and an interrupt ends it", async () => {
    const args = ["generate", "--model", modelFolder, "--prompt", "def f(x):\n", "--max-tokens", "2000", "-q"];
    const { exit, stdout, stderr } = await spawned(args, "", (child) => {
      child.stdout!.once("data", () => child.kill("SIGINT"));
    });
    expect([exit, stderr]).toEqual([130, "espalier: interrupted\n"]);
    expect(stdout).not.toBe("");
  });

  test("explain and export", async () => {
    const explained = await spawned(["explain", ...JSON_GRAMMAR, "--model", modelFolder, "--token", "}", "[1"]);
    expect(explained.exit).toBe(1);
    expect(explained.stdout).toContain("refused");
    const exported = await spawned(["export", "--regex", "x", "--to", "gbnf"]);
    expect(exported).toEqual({ exit: 0, stdout: 'root ::= "x"\n', stderr: "" });
  });

  test("paths of a script called espalier are those of whoever runs it; of others, the script's", async () => {
    const check = (script: string) =>
      spawned(["check", "--gbnf", "list.gbnf", "[a]"], "", () => {}, {
        npm_lifecycle_event: script,
        INIT_CWD: fixture("."),
      });
    expect(await check("espalier")).toMatchObject({ exit: 0, stderr: "" });
    expect(await check("validate")).toMatchObject({ exit: 2 });
  });

  test("a usage error is one message on standard error", async () => {
    const { exit, stdout, stderr } = await spawned(["check", "--lark", "nowhere.lark", "x"]);
    expect([exit, stdout, stderr]).toEqual([2, "", "espalier: cannot read nowhere.lark: the file does not exist\n"]);
  });
});
