// No function of a package has more than 150 lines.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { packages } from "../test/support/tarballs.js";

const MOST_LINES = 150;

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
for (const { name, lines } of long) console.error(`${name} has ${lines} lines; ${MOST_LINES} are allowed`);
console.log(`${files.length} files, ${long.length} functions over ${MOST_LINES} lines`);
process.exitCode = long.length > 0 ? 1 : 0;
