// What pyright knows of the receivers of dereferences, by its command line: the judge of how many dereferences it types. Each place is judged in two copies of
// its file: one with the receiver in `reveal_type(…)`, and one with an invented name after the receiver itself. A call such as `reveal_type` may not stand in an
// annotation: pyright gives it no type there, and so reports no name after it.

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

/** What reports a name that a receiver has not; the last one, that of a `ParamSpec` in an annotation. */
const RULES = {
  reportAttributeAccessIssue: "error",
  reportFunctionMemberAccess: "error",
  reportGeneralTypeIssues: "error",
};

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
      const revealed = new Map<string, Site>();
      const inventing = new Map<Site, string>();
      for (const [number, site] of sites.slice(from, from + BATCH).entries()) {
        const texts = judgedTexts(site, attributes[site.file] ?? []);
        if (texts === undefined) continue;
        const { dir, name } = path.parse(path.join(copy, path.relative(root, site.file)));
        const file = (purpose: string): string => path.join(dir, `${name}_${purpose}${number}.py`);
        writeFileSync(file("revealed"), texts.revealed);
        writeFileSync(file("invented"), texts.invented);
        revealed.set(file("revealed"), site);
        inventing.set(site, file("invented"));
      }
      const config = path.join(copy, "pyrightconfig.json");
      const written = [...revealed.keys(), ...inventing.values()];
      const include = written.map((file) => path.relative(copy, file));
      writeFileSync(config, JSON.stringify({ include, typeCheckingMode: "off", ...RULES }));
      const reports = reportsOf(pyright, ["-p", config]);
      const refused = new Set(reports.flatMap(({ file, message }) => (message.includes(INVENTED) ? [file] : [])));
      for (const { file, message, severity } of reports) {
        const site = revealed.get(file);
        const type = /^Type of "(?:.|\n)*" is "((?:.|\n)*)"$/.exec(message)?.[1];
        if (site !== undefined && severity === "information" && type !== undefined)
          types.set(site, { type, takesAnyName: !refused.has(inventing.get(site)!) });
      }
      for (const file of written) rmSync(file);
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
 * The two texts of a site's file: with the receiver revealed, and with an invented name in place of the member's. An assignment might declare the name, so a
 * target is read before its statement.
 */
function judgedTexts(
  { file, at, name }: Site,
  attributes: readonly (readonly number[])[],
): { readonly revealed: string; readonly invented: string } | undefined {
  const bytes = readFileSync(file);
  const starts = [0];
  for (let place = bytes.indexOf(10); place >= 0; place = bytes.indexOf(10, place + 1)) starts.push(place + 1);
  const end = Buffer.byteLength(bytes.toString("utf8").slice(0, at + name.length));
  const found = attributes.find(([line, column]) => starts[line! - 1]! + column! === end);
  if (found === undefined) return undefined;
  const [, , startLine, startColumn, endLine, endColumn] = found as [number, number, number, number, number, number];
  const [from, to] = [starts[startLine - 1]! + startColumn, starts[endLine - 1]! + endColumn];
  const receiver = bytes.subarray(from, to);
  const revealed = [Buffer.from("reveal_type("), receiver, Buffer.from(")")];
  const invented = [receiver, bytes.subarray(to, end - Buffer.byteLength(name)), Buffer.from(INVENTED)];
  const [, , , , , , targetLine, targetColumn] = found;
  if (targetLine !== undefined && targetColumn !== undefined) {
    const lineStart = starts[targetLine - 1]!;
    const lead = bytes.subarray(lineStart, lineStart + targetColumn);
    const isFirst = lead.toString("utf8").trim() === "";
    const statement = lineStart + targetColumn;
    const before = (read: readonly Buffer[], comment = ""): string => {
      const between = isFirst ? [Buffer.from(`${comment}\n`), lead] : [Buffer.from("; ")];
      return textOf([bytes.subarray(0, statement), ...read, ...between, bytes.subarray(statement)]);
    };
    // A comment that tells pyright to accept what it would report counts for the name that is read, too.
    const [, ignoring = ""] = IGNORING.exec(bytes.subarray(end).toString("utf8")) ?? [];
    return { revealed: before(revealed), invented: before(invented, `  ${ignoring}`) };
  }
  const dotted = bytes.subarray(to);
  return {
    revealed: textOf([bytes.subarray(0, from), ...revealed, dotted]),
    invented: textOf([bytes.subarray(0, from), ...invented, bytes.subarray(end)]),
  };
}

/** The rest of a line, with such a comment. */
const IGNORING = /^[^\n]*?(# *(?:type|pyright): *ignore[^\n]*)/;

const textOf = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString("utf8");

interface Position {
  readonly line: number;
  readonly character: number;
}

/** One report of pyright's. */
export interface Reported {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly rule?: string;
  readonly range: { readonly start: Position; readonly end: Position };
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
