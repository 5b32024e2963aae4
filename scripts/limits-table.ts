// All limits of all packages as one table, `docs/limits.md`. `pnpm run limits` writes it from the sources; with `--check` it writes nothing, and
// fails where the file differs or where no comment says what a limit bounds.
//
// An option's default is a member of a constant `DEFAULT_…LIMITS`, or a number whose constant is named DEFAULT_…; the comment of the latter begins
// with the option. A fixed limit is a member of a constant `FIXED_…LIMITS`, or a number whose constant is named MOST…, LONGEST…, DEEPEST…, LARGEST… or MAX….
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { packages } from "../test/support/tarballs.js";

const FILE = "docs/limits.md";
const FIXED = /^(MOST|LONGEST|DEEPEST|LARGEST|MAX)(_[A-Z0-9_]+)?$/;
const RECORD = /^(DEFAULT|FIXED)_([A-Z]+_)*LIMITS$/;
const REPLACED_ALONE = /^DEFAULT(_[A-Z]+)+$/;

const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

interface Limit {
  readonly name: string;
  readonly value: string;
  readonly bounds: string;
  readonly file: string;
}

/** What a comment says, on one line and without links. */
function sentenceOf(node: ts.Node): string {
  // The text as it is written, since TypeScript reads `@` of a package's name as the start of a tag.
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.getText() ?? "";
  return comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/\n\s*\*/g, "\n")
    .replace(/\{@link (\S+?)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

function limitsIn(file: string): readonly { readonly limit: Limit; readonly replaced: boolean }[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true);
  const found: { limit: Limit; replaced: boolean }[] = [];
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const { name, type, initializer } = statement.declarationList.declarations[0]!;
    const constant = name.getText();
    if (initializer === undefined) continue;
    if (RECORD.test(constant) && ts.isObjectLiteralExpression(initializer)) {
      const record = source.statements.find(
        (other): other is ts.InterfaceDeclaration =>
          ts.isInterfaceDeclaration(other) && other.name.text === type?.getText(),
      );
      for (const property of initializer.properties.filter(ts.isPropertyAssignment)) {
        const declared = record?.members.find((member) => member.name?.getText() === property.name.getText());
        found.push({
          limit: limit(property.name.getText(), property.initializer, declared),
          replaced: constant.startsWith("DEFAULT"),
        });
      }
    } else if ((FIXED.test(constant) || REPLACED_ALONE.test(constant)) && isNumber(initializer))
      found.push({ limit: limit(constant, initializer, statement), replaced: REPLACED_ALONE.test(constant) });
  }
  return found;

  function limit(name: string, value: ts.Expression, described: ts.Node | undefined): Limit {
    return { name, value: value.getText(), bounds: described === undefined ? "" : sentenceOf(described), file };
  }
}

/** Whether an expression is a number that its text shows. */
function isNumber(expression: ts.Expression): boolean {
  return ts.isNumericLiteral(expression) || /^[\d_.e*+\-< ()]+$/.test(expression.getText());
}

function table(limits: readonly Limit[], head: string, folder: string): string {
  const rows = limits.map(
    ({ name, value, bounds, file }) => `| \`${name}\` | ${value} | ${bounds} | \`${path.relative(folder, file)}\` |`,
  );
  return [`| ${head} | value | what it bounds | file |`, "| --- | --- | --- | --- |", ...rows, ""].join("\n");
}

const sections: string[] = [];
const undescribed: string[] = [];
for (const { name, folder } of packages()) {
  const files = readdirSync(path.join(folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => path.join(folder, "src", file));
  const limits = files.flatMap(limitsIn);
  if (limits.length === 0) continue;
  undescribed.push(
    ...limits.filter(({ limit }) => limit.bounds === "").map(({ limit }) => `${limit.file}: ${limit.name}`),
  );
  const replaced = limits.flatMap((one) => (one.replaced ? [one.limit] : []));
  const fixed = limits.flatMap((one) => (one.replaced ? [] : [one.limit]));
  sections.push(`## ${name}\n`);
  if (replaced.length > 0) sections.push(table(replaced, "option", folder));
  if (fixed.length > 0) sections.push(table(fixed, "fixed", folder));
}

const text = `# Limits

\`pnpm run limits\` writes this file from the sources. An *option* is a default that the caller of the package can replace. A *fixed* limit is a constant.

${sections.join("\n")}`;
const same = existsSync(FILE) && readFileSync(FILE, "utf8") === text;
if (!options.check) writeFileSync(FILE, text);
for (const one of undescribed) console.log(`${one} has no comment that says what it bounds`);
if (options.check && !same) console.log(`${FILE} differs from the sources; run \`pnpm run limits\``);
process.exitCode = undescribed.length > 0 || (options.check && !same) ? 1 : 0;
