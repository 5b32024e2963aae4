// Holes in Python, for pyright and servers built on it. Pyright solves a type variable that only the context determines, and hovering over the name in an
// assignment expression shows the solution.

import type { ErrorRule, HoleDialect } from "./dialect.js";
import { between, splitOutside } from "./type-text.js";

const hard = (message: RegExp): ErrorRule => ({ message, strength: "hard", by: "context" });
const soft = (by: ErrorRule["by"], message: RegExp, type?: string): ErrorRule => ({
  message,
  strength: "soft",
  by,
  ...(type !== undefined && { type }),
});
const PROBE = "EspalierProbe";
const HOLE = "(espalier_hole := espalier_any())";

const KEYWORDS =
  "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield";

const LITERAL = /\bLiteral\[[^\]]*\]/g;
/** A quoted type: a string after a colon, an arrow, a bar or a comma, or inside square brackets. */
const QUOTED_TYPE = /(?<=(?:[:|[,]|->)[ \t]*)(["'])([^"'\n]*)\1/g;
/** The name of a field or a parameter. */
const BEFORE_COLON = /\b\w+(?=[ \t]*:)/g;

function parts(type: string): readonly string[] {
  const tuple = between(type, "tuple[", "]");
  if (tuple !== undefined) return splitOutside(tuple, ",").filter((part) => part !== "...");
  const arrow = splitOutside(type, "->");
  if (arrow.length === 2 && arrow[0]!.startsWith("(")) return [arrow[1]!];
  const callable = between(type, "Callable[", "]");
  return callable === undefined ? [] : splitOutside(callable, ",").slice(-1);
}

/** The declaration in a hover, on one line, split from its kind. The hover begins with the kind in parentheses. */
const declared = (hover: string): readonly [string, string] | undefined => {
  const [, kind, rest] = /^(?:```python\n)?\((\w+)\) ([\s\S]*?)(?:\n```|\n\n|$)/.exec(hover) ?? [];
  return rest === undefined
    ? undefined
    : [kind!, rest.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")")];
};

export const pythonDialect: HoleDialect = {
  language: "Python",
  head: `def espalier_any[T]() -> T: ...\nclass ${PROBE}: ...`,
  generic: { text: HOLE, hover: 1 },
  genericType(hover) {
    const [kind, text] = declared(hover) ?? [];
    const type = kind === undefined ? undefined : /^\w+: ([\s\S]*)$/.exec(text!)?.[1];
    return type === undefined || /\b(Unknown|Any)\b|@|^object$/.test(type) ? undefined : type;
  },
  probe: { text: `${PROBE}()`, type: PROBE },
  // If a union is expected, pyright gives the generic hole the first member that fits.
  asks: "errors first",
  errors: [
    hard(/Type "EspalierProbe" is not assignable to (?:declared |return )?type "([^"]*)"/),
    hard(/parameter "[^"]*" of type "([^"@]*)"/),
    hard(/cannot be assigned to parameter of type "([^"]*)"/),
    hard(/type "EspalierProbe" is incompatible with type "([^"]*)"/),
    hard(/"EspalierProbe" is not (?:the same as|a subtype of) "([^"]*)"/),
    hard(/"EspalierProbe" is not assignable to "([^"]*)"/),
    soft("sibling", /Operator "[^"]*" not supported for types "EspalierProbe" and "([^"]*)"/),
    soft("sibling", /Operator "[^"]*" not supported for types "([^"]*)" and "EspalierProbe"/),
    soft("rule", /is not iterable/, "Iterable[object]"),
    soft("rule", /__(?:getitem|setitem|delitem)__/, "Sequence[object]"),
    soft("rule", /cannot be used with "with"/, "AbstractContextManager[object]"),
    soft("rule", /does not derive from BaseException/, "BaseException"),
    soft("rule", /is not awaitable/, "Awaitable[object]"),
  ],
  places: [{ before: /(?:\b(?:if|elif|while|assert)|(?<!\bis\s+)\bnot)\s+$/, type: "bool" }],
  widened: (type) =>
    type.replace(/Literal\[([^\]]*)\]/g, (_, value: string) =>
      /^b['"]/.test(value) ? "bytes" : /^['"]/.test(value) ? "str" : /^(True|False)$/.test(value) ? "bool" : "int",
    ),
  keywords: new Set(KEYWORDS.split(" ")),
  none: [
    { before: /(?<!\.)\.\s*$/, reason: "this place takes a member, not an expression" },
    {
      before: /(?:^|\n)\s*(?:from\s+[\w.]+\s+import|import)\s[^\n]*$/,
      reason: "this place takes a module's name, not an expression",
    },
    { before: /(?:^|\n)\s*(?:async\s+)?(?:def|class)\s+$/, reason: "a name is declared here" },
  ],
  parts,
  meant(definition) {
    const alias = /^(?:type\s+)?\w+(?:\s*:\s*(?:\w+\.)?TypeAlias)?\s*=\s*([\s\S]+)$/.exec(definition)?.[1];
    if (alias !== undefined) return alias.replace(/\s+/g, " ").trim();
    if (!/^(?:@[^\n]*\n)*class \w+\((?:\w+\.)?NamedTuple\)/.test(definition)) return undefined;
    const fields = [...definition.matchAll(/^[ \t]+\w+: ([^=\n#]+)/gm)].map(([, type]) => type!.trim());
    return `tuple[${fields.join(", ")}]`;
  },
  mentions: (text) => text.replace(LITERAL, "").replace(QUOTED_TYPE, "$2").replace(BEFORE_COLON, ""),
  base: new Set("str int float complex bool bytes None object Any Unknown Never NoReturn Self".split(" ")),
  unknown: new Set(["Unknown", "Any"]),
  fits(target, entries, names) {
    const imported = names.flatMap(({ name, from, as }) =>
      from === undefined ? [] : [`from ${from} import ${name} as ${as}`],
    );
    const locals = entries
      .map((entry, at) => ("type" in entry ? `v${at}: ${JSON.stringify(entry.type)}` : ""))
      .filter(Boolean);
    const text = [
      "from typing import Callable as EspalierCallable",
      ...imported,
      `def espalier_fits(${locals.join(", ")}):`,
      "  pass",
    ];
    const places = entries.map((entry, at): readonly [number, number] => {
      const value = "name" in entry ? entry.name : `v${at}`;
      text.push(`  f${at}: ${target} = ${value}`, `  g${at}: EspalierCallable[..., ${target}] = ${value}`);
      return [text.length - 2, text.length - 1];
    });
    return { text: text.join("\n"), lines: places };
  },
  header(hover) {
    const [kind, text] = declared(hover) ?? [];
    return kind === "function" || kind === "variable" || kind === "constant" || kind === "parameter" ? text : undefined;
  },
  variable(hover) {
    const [kind, text] = declared(hover) ?? [];
    return kind === "variable" || kind === "constant" || kind === "parameter"
      ? /^\w+: ([\s\S]*)$/.exec(text!)?.[1]
      : undefined;
  },
  imports: /(?<=(?:^|\n)[ \t]*from[ \t]+)[\w.]+(?=[ \t]+import\b)/g,
  importedNames(text, from) {
    const statements = text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)/gm);
    return [...statements].flatMap(([, module, names]) => (module === from ? [names!] : [])).join("\n");
  },
  body(declaration) {
    const signature = /:[ \t]*(?:#[^\n]*)?(?:\n|$)|:(?=[ \t])/g;
    for (let found = signature.exec(declaration); found !== null; found = signature.exec(declaration))
      if (depthOf(declaration.slice(0, found.index)) === 0) return found.index + 1;
    return declaration.length;
  },
  isSyntax: (code) => code === undefined,
};

function depthOf(text: string): number {
  let depth = 0;
  for (const letter of text) depth += "([{".includes(letter) ? 1 : ")]}".includes(letter) ? -1 : 0;
  return depth;
}
