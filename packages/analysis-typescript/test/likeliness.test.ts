// Of more entries than ten headers hold, the likely ones come first: each sign of likeliness alone.

import { typescriptHoles } from "@espalier/analysis-typescript";
import { askHole, type HoleServer } from "@espalier/typed-holes";
import ts from "typescript";
import { expect, test } from "vitest";

const FILES = new Map([
  [
    "/p/tsconfig.json",
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "types": [] }, "files": ["lib.ts"] }',
  ],
  [
    "/p/lib.ts",
    "export interface P { x: number }\nexport declare function wanted(a: Date): P;\nexport declare function other(a: Date): P;\n",
  ],
]);
const system: ts.System = {
  ...ts.sys,
  fileExists: (path) => FILES.has(path) || (!path.startsWith("/p/") && ts.sys.fileExists(path)),
  readFile: (path) => FILES.get(path) ?? (path.startsWith("/p/") ? undefined : ts.sys.readFile(path)),
  directoryExists: (path) => path === "/p" || ts.sys.directoryExists(path),
  realpath: (path) => path,
};
const server = typescriptHoles({ ts, project: "/p", system }) as HoleServer;

/** Fifteen functions with the type of the hole. */
const MANY = Array.from({ length: 15 }, (_, k) => `declare function other${k}(a: RegExp): P;`).join("\n");
const FAR = "\n".repeat(40);
const WANTED = "declare function wanted(a: Date): P;";

/** The first header of a hole in a function, with declarations before the others of the file and between them and the hole. */
async function firstHeader({ imports = 'import type { P } from "./lib";', declared = "", near = "", parameter = "" }) {
  const before = `${imports}\n${MANY}\n${FAR}${declared}${FAR}${near}\nfunction f(${parameter}) {\n  const p: P = `;
  const { headers } = await askHole(server, { path: "/p/main.ts", before, after: ";\n}\n" });
  expect(headers.headers).toHaveLength(10);
  return headers.headers[0]!.name;
}

test("without another sign, the nearest declaration", async () => {
  expect(await firstHeader({})).toBe("other14");
});

test("mentioned near the hole", async () => {
  expect(await firstHeader({ declared: WANTED, near: "wanted(new Date());" })).toBe("wanted");
});

test("mentioned often", async () => {
  expect(await firstHeader({ declared: `${WANTED}${"wanted(new Date());".repeat(20)}` })).toBe("wanted");
});

test("a local value supplies its parameter", async () => {
  expect(await firstHeader({ declared: WANTED, parameter: "when: Date" })).toBe("wanted");
});

test("declared in the block", async () => {
  expect(await firstHeader({ parameter: "wanted: P" })).toBe("wanted");
});

test("imported and not used yet", async () => {
  expect(await firstHeader({ imports: 'import { type P, wanted } from "./lib";' })).toBe("wanted");
});
