// Where in a file a gap is, and what of the file is text.

import { describe, expect, test } from "vitest";
import { offsetOf } from "../src/command/fill.js";
import { run } from "./terminal.js";

describe("espalier fill --at", () => {
  test("the file on standard input", async () => {
    const args = ["fill", "--file", "-", "--at", "1:3"];
    expect(await run([...args, "--language", "python", "-q"], "f(\n")).toMatchObject({ exit: 0, stdout: ")" });
    expect((await run(args, "f(\n")).stderr).toContain("name the language");
    const bytes = Uint8Array.of(0x66, 0x28, 0xff);
    const broken = await run([...args, "--language", "python"], bytes);
    expect([broken.exit, broken.stderr]).toEqual([2, "espalier: standard input is not UTF-8\n"]);
  });

  test("a byte order mark is no part of the text, and stays in the file", async () => {
    const { stdout } = await run(
      ["fill", "--file", "-", "--at", "1:3", "--language", "python", "--whole"],
      "\ufefff(\n",
    );
    expect(stdout).toBe("\ufefff()\n");
  });

  test("the policy in force, and why it is not the one asked for", async () => {
    const args = ["fill", "--file", "-", "--at", "1:7", "--language", "python"];
    const kept = await run([...args, "--json"], 'print(")\n');
    expect(JSON.parse(kept.stdout)).toMatchObject({ policy: "all", fallback: { asked: "noSwallow" } });
    expect((await run(args, 'print(")\n')).stderr).toContain("the policy in force is all, not noSwallow: No middle");
    const plain = JSON.parse((await run([...args, "--json"], "print(a)\n")).stdout);
    expect([plain.policy, "fallback" in plain]).toEqual(["noSwallow", false]);
  });

  test("what connects already", async () => {
    const { stdout, stderr } = await run(["fill", "--file", "-", "--at", "1:3", "--language", "python"], "f()\n");
    expect([stdout, stderr]).toEqual(["", expect.stringContaining("the text may be empty")]);
  });

  test("a line ends before CR LF", async () => {
    expect([offsetOf("ab\r\nc", "1:3"), offsetOf("ab\r\nc", "2:1")]).toEqual([2, 4]);
    expect(() => offsetOf("ab\r\nc", "1:4")).toThrow("line 1 has 2 characters");
  });

  test("columns count characters", () => {
    const text = "é = '😀'\nx\n";
    expect(["1:1", "1:6", "1:7", "1:8", "2:2", "3:1"].map((place) => offsetOf(text, place))).toEqual([
      0, 5, 7, 8, 10, 11,
    ]);
  });
});
