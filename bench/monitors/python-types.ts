// What pyright knows of the receivers of dereferences, by its command line: the judge of how many dereferences it types. Each place is judged in a copy
// of its file with the receiver in `reveal_type(…)`, as that may change what is known further down in the same file.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A dot in code, and the name after it. */
export interface Site {
  readonly file: string;
  /** Where the name begins, in UTF-16 units. */
  readonly at: number;
  readonly name: string;
}

/**
 * Prints, for each file named on its standard input, the attributes: line and column of the end, start and end of the receiver; for the target of an
 * assignment or a deletion also the start of its statement. Columns are in UTF-8.
 */
const ATTRIBUTES = `
import ast, json, sys
out = {}
for name in json.load(sys.stdin):
    try: tree = ast.parse(open(name, encoding="utf-8", newline="").read())
    except (SyntaxError, UnicodeDecodeError): continue
    found = out[name] = []
    def visit(node, statement):
        if isinstance(node, ast.stmt): statement = [node.lineno, node.col_offset]
        if isinstance(node, ast.Attribute):
            value = node.value
            found.append([node.end_lineno, node.end_col_offset, value.lineno, value.col_offset, value.end_lineno, value.end_col_offset,
                          *([] if isinstance(node.ctx, ast.Load) else statement)])
        for child in ast.iter_child_nodes(node): visit(child, statement)
    visit(tree, [])
json.dump(out, sys.stdout)
`;

/** How many copies pyright reads at once. */
const BATCH = 60;

/** A name that no receiver has; one that pyright does not refuse answers to any name, as by a `__getattr__`. */
const INVENTED = "inventedName0x";

/** What pyright knows of a receiver. */
export interface Receiver {
  readonly type: string;
  /** Whether pyright accepts a name that is invented. */
  readonly takesAnyName: boolean;
}

/** What pyright knows of the receiver at each site; sites without a type are those that cannot be told, as within formatted strings. */
export function typesAt(
  sites: readonly Site[],
  { root, pyright, python }: { readonly root: string; readonly pyright: string; readonly python: string },
): ReadonlyMap<Site, Receiver> {
  const files = [...new Set(sites.map(({ file }) => file))];
  const said = execFileSync(python, ["-c", ATTRIBUTES], { input: JSON.stringify(files), maxBuffer: 1 << 30 });
  const attributes = JSON.parse(said.toString()) as Readonly<Record<string, readonly (readonly number[])[]>>;
  const types = new Map<Site, Receiver>();
  const copy = mkdtempSync(path.join(tmpdir(), "espalier-types-"));
  try {
    copyTree(root, copy);
    for (let from = 0; from < sites.length; from += BATCH) {
      const written = new Map<string, Site>();
      for (const [number, site] of sites.slice(from, from + BATCH).entries()) {
        const text = revealing(site, attributes[site.file] ?? []);
        if (text === undefined) continue;
        const { dir, name } = path.parse(path.join(copy, path.relative(root, site.file)));
        const file = path.join(dir, `${name}_site${number}.py`);
        writeFileSync(file, text);
        written.set(file, site);
      }
      const config = path.join(copy, "pyrightconfig.json");
      const include = [...written.keys()].map((file) => path.relative(copy, file));
      const rules = { reportAttributeAccessIssue: "error", reportFunctionMemberAccess: "error" };
      writeFileSync(config, JSON.stringify({ include, typeCheckingMode: "off", ...rules }));
      const reports = reportsOf(pyright, ["-p", config]);
      const refused = new Set(reports.flatMap(({ file, message }) => (message.includes(INVENTED) ? [file] : [])));
      for (const { file, message, severity } of reports) {
        const site = written.get(file);
        const type = /^Type of "(?:.|\n)*" is "((?:.|\n)*)"$/.exec(message)?.[1];
        if (site !== undefined && severity === "information" && type !== undefined)
          types.set(site, { type, takesAnyName: !refused.has(file) });
      }
      for (const file of written.keys()) rmSync(file);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  return types;
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory() && !entry.name.startsWith(".")) copyTree(source, target);
    else if (entry.isFile() && /\.pyi?$/.test(entry.name)) copyFileSync(source, target);
  }
}

/**
 * The text of a site's file with its receiver revealed, and an invented name in place of the member's. An assignment might declare the name, so a target is
 * read before its statement.
 */
function revealing({ file, at, name }: Site, attributes: readonly (readonly number[])[]): string | undefined {
  const bytes = readFileSync(file);
  const starts = [0];
  for (let place = bytes.indexOf(10); place >= 0; place = bytes.indexOf(10, place + 1)) starts.push(place + 1);
  const end = Buffer.byteLength(bytes.toString("utf8").slice(0, at + name.length));
  const found = attributes.find(([line, column]) => starts[line! - 1]! + column! === end);
  if (found === undefined) return undefined;
  const [, , startLine, startColumn, endLine, endColumn] = found as [number, number, number, number, number, number];
  const [from, to] = [starts[startLine - 1]! + startColumn, starts[endLine - 1]! + endColumn];
  const [before, receiver, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(end)];
  const dot = bytes.subarray(to, end - Buffer.byteLength(name));
  const revealed = [Buffer.from("reveal_type("), receiver, Buffer.from(")"), dot, Buffer.from(INVENTED)];
  const [, , , , , , targetLine, targetColumn] = found;
  if (targetLine !== undefined && targetColumn !== undefined) {
    const lineStart = starts[targetLine - 1]!;
    const lead = bytes.subarray(lineStart, lineStart + targetColumn);
    const isFirst = lead.toString("utf8").trim() === "";
    const between = isFirst ? [Buffer.from("\n"), lead] : [Buffer.from("; ")];
    const statement = lineStart + targetColumn;
    return Buffer.concat([bytes.subarray(0, statement), ...revealed, ...between, bytes.subarray(statement)]).toString(
      "utf8",
    );
  }
  return Buffer.concat([before, ...revealed, after]).toString("utf8");
}

/** One report of pyright's. */
export interface Reported {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly rule?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** What pyright's command line reports. */
export function reportsOf(pyright: string, parameters: readonly string[]): readonly Reported[] {
  let said: string;
  try {
    said = execFileSync(pyright, ["--outputjson", ...parameters], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    said = (error as { readonly stdout: string }).stdout;
  }
  return (JSON.parse(said) as { readonly generalDiagnostics: readonly Reported[] }).generalDiagnostics;
}

/** What a revealed type says: whether pyright knows all of it, a part of it, or nothing; `any`: all of it, and any name is right. */
export function knownOf({ type, takesAnyName }: Receiver): "known" | "any" | "partly" | "unknown" | "none" {
  const parts = unionParts(type);
  const isUnknown = (part: string): boolean => /^(?:type\[)?(?:Unknown|Any|_typeshed\.\w+)\]?\*?$/.test(part);
  if (parts.every(isUnknown)) return "unknown";
  if (parts.some(isUnknown)) return "partly";
  if (parts.every((part) => part === "None")) return "none";
  return takesAnyName ? "any" : "known";
}

/** The parts of a union: what is between bars that are in no bracket. */
function unionParts(type: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of type) {
    if ("[({".includes(character)) depth++;
    if ("])}".includes(character)) depth--;
    if (character === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
