// What the generic provider loses: the table of holes in TypeScript, asked of TypeScript 7's language server instead of the compiler in process.

import { lspHoleServer } from "@espalier/chat-lsp";
import { expect, onTestFinished, test } from "vitest";
import {
  compilerOptions,
  DECLARED,
  HARD,
  IN_JSX,
  JSX,
  OPERATORS,
  OVERLOADS,
  STATEMENTS,
  UNCLOSED,
  WITHOUT,
} from "../../packages/analysis-typescript/test/expected-type-table.js";
import { commandOf, whyNot } from "../support/language-servers.js";
import { projectOf } from "../support/temporary-projects.js";

/** In each table: answers that are the same, that are another type, and that are none. */
const COUNTED: Readonly<Record<string, readonly [number, number, number]>> = {
  HARD: [35, 3, 0],
  OPERATORS: [13, 9, 7],
  OVERLOADS: [13, 6, 0],
  STATEMENTS: [10, 0, 2],
  UNCLOSED: [11, 1, 0],
  IN_JSX: [9, 1, 0],
  WITHOUT: [19, 0, 0],
};

test("TypeScript 7 over the protocol", { timeout: 180_000 }, async (context) => {
  const command = commandOf("typescript-7");
  if (command === undefined) return context.skip(whyNot("typescript-7"));
  const root = projectOf({
    "jsx.d.ts": JSX,
    "tsconfig.json": JSON.stringify({ compilerOptions }),
    "main.ts": "export {};\n",
    "element.tsx": "export {};\n",
  });
  const holes = lspHoleServer("typescript-7", { root, command, deadline: 60_000 });
  onTestFinished(() => holes.dispose());
  await holes.ready();
  const counted: Record<string, number[]> = {};
  for (const [name, table] of Object.entries({ HARD, OPERATORS, OVERLOADS, STATEMENTS, UNCLOSED, IN_JSX, WITHOUT })) {
    const counts = [0, 0, 0];
    for (const [text, answer] of table) {
      const type = name === "WITHOUT" ? "" : answer.split(" · ")[0]!;
      const [before, after] = (DECLARED + text).split("▮") as [string, string];
      const told = await holes.getExpectedType({ path: name === "IN_JSX" ? "element.tsx" : "main.ts", before, after });
      const got = told.kind === "closed" ? told.value.text : "";
      counts[sorted(got) === sorted(type) ? 0 : got === "" ? 2 : 1]!++;
    }
    counted[name] = counts;
  }
  expect(counted).toEqual(COUNTED);
});

/** The members of a union have no order. */
const sorted = (type: string): string => type.split(" | ").toSorted().join(" | ");
