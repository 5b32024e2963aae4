// The runnable code of the documentation: where it is, and the program it stands for.
//
// Two places hold it: ```ts blocks of README files, and TSDoc `@example` texts in packages/*/src. Both follow one convention:
//
//     const set = tokenSet([1, 31], 64);
//     [...tokensIn(set)]; // => [1, 31]        a statement, then a JavaScript expression of its value, compared deeply and strictly
//     write(grammar);
//     // => 'start: "a"\n'                     the value may stand on the next line
//     text.length === 3;                       a comparison alone on a line must be true
//
// `const x = …; // => value` compares x; `console.log(x); // => value` compares x. An `@example` may use the exports of its own file and
// package without importing them. A block that cannot run here says why: ```ts skip: needs a browser.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** One block of documentation code. */
export interface Block {
  /** Its file, relative to the repository, with `/`. */
  readonly file: string;
  /** 1-based line of its first line of code. */
  readonly line: number;
  readonly code: string;
  /** The last Markdown heading above it; empty in source files. */
  readonly heading: string;
  /** Why it is not run, when it says so. */
  readonly skip?: string;
}

/** A block turned into a program: it calls `__check(actual, expected, where)` once for every value it claims. */
export interface Program {
  readonly code: string;
  readonly checks: number;
}

/** Every README of the repository and every guide in docs/, relative to it. */
export function readmes(): string[] {
  const guides = readdirSync(path.join(root, "docs")).map((file) => `docs/${file}`);
  const folders = ["packages", "models", "examples", "bench", "demo"];
  const inside = folders.flatMap((folder) => [folder, ...foldersIn(folder).map((name) => `${folder}/${name}`)]);
  return ["README.md", ...guides.sort(), ...inside.map((folder) => `${folder}/README.md`)].filter((file) =>
    existsSync(path.join(root, file)),
  );
}

/** Every source file of a package that has an `@example`, relative to the repository. */
export function sourcesWithExamples(): string[] {
  return foldersIn("packages")
    .map((name) => `packages/${name}/src`)
    .flatMap((folder) =>
      (readdirSync(path.join(root, folder), { recursive: true }) as string[]).map((file) => `${folder}/${file}`),
    )
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && readFileSync(path.join(root, file), "utf8").includes("@example"))
    .sort();
}

/** The folders right inside a folder of the repository, dependencies left out. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => entry.name)
    .sort();
}

/** The blocks of one file, in order. */
export function blocksOf(file: string): Block[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return file.endsWith(".md") ? markdownBlocks(file, text, 1) : exampleBlocks(file, text);
}

function markdownBlocks(file: string, text: string, firstLine: number): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let open: { line: number; info: string; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (open !== undefined) {
      if (fence === null) open.lines.push(line);
      else {
        const [language = "", ...rest] = open.info.trim().split(/\s+/);
        const skip = /^skip: (.+)$/.exec(rest.join(" "))?.[1];
        if (language === "ts" || language === "typescript") {
          const block = { file, line: open.line, code: open.lines.join("\n"), heading };
          blocks.push(skip === undefined ? block : { ...block, skip });
        }
        open = undefined;
      }
    } else if (fence !== null) open = { line: firstLine + index + 1, info: fence[1] ?? "", lines: [] };
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

function exampleBlocks(file: string, text: string): Block[] {
  const blocks: Block[] = [];
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    let line = text.slice(0, comment.index).split("\n").length;
    let example: { line: number; lines: string[] } | undefined;
    const close = (): void => {
      if (example === undefined) return;
      const { lines } = example;
      const body = lines.join("\n");
      if (body.includes("```")) blocks.push(...markdownBlocks(file, body, example.line));
      else blocks.push({ file, line: example.line, code: body, heading: "" });
      example = undefined;
    };
    for (const raw of comment[0].replace(/\*\/$/, "").split("\n")) {
      const content = raw.replace(/^\s*\/?\*+ ?/, "");
      if (/^@\w/.test(content)) {
        close();
        if (content.startsWith("@example")) example = { line, lines: [content.slice("@example".length).trim()] };
      } else example?.lines.push(content);
      line += 1;
    }
    close();
  }
  return blocks;
}

/**
 * The program of a block: its own code, with a check wherever it claims a value. Lines are kept, so positions in errors stay right.
 *
 * @throws Error when a `// =>` is not at the end of a statement or is not followed by an expression, and when the block claims nothing.
 */
export function programOf(block: Block): Program {
  const { code } = block;
  const source = ts.createSourceFile("block.ts", code, ts.ScriptTarget.ES2022, true);
  const edits: { from: number; to: number; text: string }[] = [];
  const where = (position: number): string =>
    `${block.file}:${block.line + source.getLineAndCharacterOfPosition(position).line}`;
  let claims = 0;

  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) || ts.isVariableStatement(node)) {
      const claim = claimAfter(code, node.end);
      if (claim !== undefined) claims += 1;
      if (claim !== undefined && !isExpression(claim))
        throw new Error(`${where(node.end)}: not a JavaScript expression: ${claim}`);
      const at = JSON.stringify(where(node.end));
      if (ts.isExpressionStatement(node)) {
        const expected = claim ?? (isComparison(node.expression) ? "true" : undefined);
        if (expected !== undefined) {
          const actual = loggedValue(node.expression).getText(source);
          edits.push({ from: node.getStart(source), to: node.end, text: `;__check(${actual}, (${expected}), ${at});` });
        }
      } else if (claim !== undefined) {
        const name = node.declarationList.declarations.at(-1)?.name.getText(source) ?? "undefined";
        edits.push({ from: node.end, to: node.end, text: `;__check(${name}, (${claim}), ${at});` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  const written = code.match(/\/\/ *=>/g)?.length ?? 0;
  if (written !== claims) throw new Error(`${where(0)}: ${written - claims} of its "// =>" do not end a statement`);
  if (edits.length === 0) throw new Error(`${where(0)}: ends in no value; end it in a statement with "// => value"`);
  let program = code;
  for (const { from, to, text } of edits.sort((a, b) => b.from - a.from)) {
    program = program.slice(0, from) + text + program.slice(to);
  }
  return { code: program, checks: edits.length };
}

/** The text after `// =>` that follows a statement, on its own line or the next. */
function claimAfter(code: string, end: number): string | undefined {
  const claim = /^[ \t]*(?:\n[ \t]*)?\/\/ *=>(.*)/.exec(code.slice(end))?.[1];
  return claim?.trim().replace(/;$/, "");
}

function isExpression(text: string): boolean {
  const { diagnostics } = ts.transpileModule(`(${text}\n)`, { reportDiagnostics: true });
  return text !== "" && (diagnostics ?? []).length === 0;
}

function isComparison(node: ts.Expression): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  const operator = node.operatorToken.kind;
  return (
    (operator >= ts.SyntaxKind.LessThanToken && operator <= ts.SyntaxKind.GreaterThanEqualsToken) ||
    (operator >= ts.SyntaxKind.EqualsEqualsToken && operator <= ts.SyntaxKind.ExclamationEqualsEqualsToken)
  );
}

function loggedValue(node: ts.Expression): ts.Expression {
  const logged =
    ts.isCallExpression(node) && node.expression.getText() === "console.log" && node.arguments.length === 1;
  return (logged ? node.arguments[0] : undefined) ?? node;
}

/** Import statements, on one line, for what an `@example` uses of its own file and package without importing it. */
export function ownImports(block: Block): string {
  const [, folder] = /^(packages\/[^/]+)\/src\//.exec(block.file) ?? [];
  if (folder === undefined) return "";
  const { name } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as { name: string };
  const taken = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isImportSpecifier(node)) && node.name) {
      for (const match of node.name.getText().matchAll(/[\w$]+/g)) taken.add(match[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("block.ts", block.code, ts.ScriptTarget.ES2022, true));
  const importing = (file: string, specifier: string): string => {
    const names = valueExports(readFileSync(path.join(root, file), "utf8")).filter((n) => used.has(n) && !taken.has(n));
    for (const n of names) taken.add(n);
    return names.length === 0 ? "" : `import { ${names.join(", ")} } from ${JSON.stringify(specifier)}; `;
  };
  return importing(block.file, path.join(root, block.file)) + importing(`${folder}/src/index.ts`, name);
}

/** The names a module exports as values. */
export function valueExports(text: string): string[] {
  const names: string[] = [];
  for (const node of ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, true).statements) {
    if (ts.isExportDeclaration(node) && !node.isTypeOnly && node.exportClause && ts.isNamedExports(node.exportClause)) {
      names.push(...node.exportClause.elements.filter((e) => !e.isTypeOnly).map((e) => e.name.text));
    }
    const exported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
    if (!exported) continue;
    if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name) names.push(node.name.text);
    if (ts.isVariableStatement(node)) names.push(...node.declarationList.declarations.map((d) => d.name.getText()));
  }
  return [...new Set(names)]; // overloads declare a name again
}
