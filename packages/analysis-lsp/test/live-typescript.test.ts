// TypeScript 7 over the protocol, and typescript-language-server, which cannot tell whether its lists are whole.

import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { monitorOf, written } from "./live-monitors.js";

const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  "lib.ts":
    "export class A { one = 1; private two = 2; three(): A { return this } }\nexport declare const d: Record<string, number> & { a: 1 };\n",
};
const IMPORT = 'import { A, d } from "./lib.js";\n/* 😀 */ ';

test("TypeScript 7", { timeout: 120_000 }, async (context) => {
  if (commandOf("typescript-7") === undefined) return context.skip(whyNot("typescript-7"));
  const { monitor } = await monitorOf("typescript-7", FILES);
  expect(await written(monitor, "main.ts", `${IMPORT}new A().three().▮;\n`, ["two", "four", "one"])).toMatchObject({
    allowed: ["one"],
    answer: "closed",
  });
  for (const [marked, answer] of [
    ["d.▮;\n", "open"],
    ["(null! as any).▮;\n", "unknown"],
    ["const f = () => 1;\nf.▮;\n", "open"],
    ["class B { b = 1; m() { return this.▮", "open"],
    ["class B { b = 1; m() { return this.▮ } }\nexport {};\n", "closed"],
  ] as const)
    expect({ marked, answer: (await written(monitor, "main.ts", IMPORT + marked, [])).answer }).toEqual({
      marked,
      answer,
    });
});

test("typescript-language-server lists members, and constrains nothing", { timeout: 120_000 }, async (context) => {
  const name = "typescript-language-server";
  if (commandOf(name) === undefined) return context.skip(whyNot(name));
  // It takes the compiler of the project.
  const { monitor } = await monitorOf(name, FILES, {
    prepare(root) {
      mkdirSync(join(root, "node_modules"));
      symlinkSync(
        dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
        join(root, "node_modules", "typescript"),
      );
    },
  });
  expect(await written(monitor, "main.ts", `${IMPORT}new A().▮;\n`, ["four"])).toEqual({
    allowed: ["four"],
    answer: "open",
    reason: "the server reports no diagnostics on request",
  });
});
