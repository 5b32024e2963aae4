// No function of a package has more than 150 lines. Those that were longer when the rule came are listed by name; the list may only shrink: a name
// whose function is short by now, or gone, fails as well.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { packages } from "../test/support/tarballs.js";

const MOST_LINES = 150;

/** Functions that are still longer, as FILE NAME. */
const LONGER = new Set(["packages/lexer/src/open-lexer.ts createOpenLexer"]);

interface Sized {
  readonly name: string;
  readonly lines: number;
}

/** The functions with a body in `file` that have a name, or else their line, with their number of lines from the first token to the last. */
function functionsOf(file: string): readonly Sized[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: Sized[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = lineAt(node.getStart());
      found.push({ name: node.name?.getText() ?? `line ${first + 1}`, lines: lineAt(node.end) - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = packages()
  .map(({ folder }) => path.join(folder, "src"))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith(".ts"))
  .map((file) => path.relative(process.cwd(), file).replaceAll("\\", "/"));
const long = files
  .flatMap((file) => functionsOf(file).map(({ name, lines }) => ({ name: `${file} ${name}`, lines })))
  .filter(({ lines }) => lines > MOST_LINES);
const names = new Set(long.map(({ name }) => name));
const problems = [
  ...long
    .filter(({ name }) => !LONGER.has(name))
    .map(({ name, lines }) => `${name} has ${lines} lines; ${MOST_LINES} are allowed`),
  ...[...LONGER].filter((name) => !names.has(name)).map((name) => `${name} is not long any more: take it off the list`),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${long.length} functions over ${MOST_LINES} lines, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
