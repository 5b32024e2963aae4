// Holes in TypeScript and JavaScript over a language server. A call of a generic function takes its type from the context, and hovering over the call shows it.

import type { ErrorRule, HoleDialect } from "./dialect.js";
import { between, splitOutside } from "./type-text.js";

const PROBE = "EspalierProbe";
const sibling = (message: RegExp): ErrorRule => ({ message, strength: "hard", by: "sibling" });
const KEYWORDS =
  "as async await break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof let new of return satisfies switch throw try typeof var void while with yield";

/** Matches a prefix operator at the end of a text: one that no operand precedes. */
const prefixed = (operator: string): RegExp => new RegExp(`(?:^|[=(,;{[:?&|<>!+*/%^~-]|\\breturn)\\s*${operator}\\s*$`);

function parts(type: string): readonly string[] {
  const arrow = splitOutside(type, "=>");
  if (arrow.length > 1 && arrow[0]!.startsWith("(")) return [arrow.slice(1).join(" => ")];
  const tuple = between(type.replace(/^readonly /, ""), "[", "]");
  return tuple === undefined ? [] : splitOutside(tuple, ",").map((part) => part.replace(/^\w+\??: /, ""));
}

/** The declaration in a hover, on one line. */
const declared = (hover: string): string | undefined => {
  const text = /^(?:```\w+\n)?([\s\S]*?)(?:\n```|\n\n|$)/
    .exec(hover)?.[1]
    ?.replace(/^\([\w ]+\) /, "")
    .replace(/\s+/g, " ");
  return text === undefined || text === "" ? undefined : text;
};

export const typescriptDialect: HoleDialect = {
  language: "TypeScript",
  head: `declare function espalierAny<T>(): T;\ndeclare class ${PROBE} { #own: 1 }`,
  generic: { text: "espalierAny()", hover: 2 },
  genericType(hover) {
    const type = /espalierAny<[\s\S]*>\(\): ([\s\S]*?)(?:\n```|$)/.exec(hover)?.[1]?.replace(/\s+/g, " ").trim();
    return type === undefined || /^(unknown|any|T)$/.test(type) ? undefined : type;
  },
  probe: { text: `(null! as ${PROBE})`, type: PROBE },
  asks: "errors last",
  errors: [
    { message: /to parameter of type '([\s\S]*?)'\./, strength: "hard", by: "context" },
    { message: /is not assignable to type '([\s\S]*?)'\./, strength: "hard", by: "context" },
    { message: /missing the following properties from type '([\s\S]*?)':/, strength: "hard", by: "context" },
    {
      message: /is missing in type 'EspalierProbe' but required in type '([\s\S]*?)'\./,
      strength: "hard",
      by: "context",
    },
    sibling(/is not comparable to type '([\s\S]*?)'\./),
    sibling(/cannot be applied to types '([\s\S]*?)' and 'EspalierProbe'/),
    sibling(/cannot be applied to types 'EspalierProbe' and '([\s\S]*?)'/),
    sibling(/the types '([\s\S]*?)' and 'EspalierProbe' have no overlap/),
    sibling(/the types 'EspalierProbe' and '([\s\S]*?)' have no overlap/),
    { message: /arithmetic operation must be of type/, strength: "soft", by: "rule", type: "number | bigint" },
    { message: /Symbol\.iterator/, strength: "soft", by: "rule", type: "Iterable<unknown>" },
    { message: /cannot be used as an index type/, strength: "soft", by: "rule", type: "string | number | symbol" },
    { message: /right-hand side of an 'instanceof'/, strength: "hard", by: "rule", type: "Function" },
    { message: /right-hand side of an 'in'/, strength: "hard", by: "rule", type: "object" },
  ],
  places: [
    { before: /\b(?:if|while)\s*\(\s*$/, type: "boolean" },
    { before: /\bfor\s*\([^;()]*;\s*$/, type: "boolean" },
    { before: prefixed("!"), type: "boolean" },
    { before: prefixed("[-~]"), type: "number | bigint" },
    { before: /\$\{\s*$/, type: "string | number | boolean | bigint" },
    { before: /\bthrow\s+$/, type: "Error" },
    { before: /(?<!\bfor\s*\([^;()]*)\bin\s+$/, type: "object" },
    { after: /^\s*instanceof\b/, type: "object" },
    { after: /^\s*(?:\?(?![.?])|&&(?!=)|\|\|(?!=))/, type: "boolean" },
  ],
  widened: (type) => type,
  keywords: new Set(KEYWORDS.split(" ")),
  none: [
    { before: /(?<!\.\.)\.\s*$/, reason: "this place takes a member, not an expression" },
    { before: /\bimport\s*(?:type\s*)?\{[^}]*$/, reason: "this place takes a module's name, not an expression" },
  ],
  parts,
  meant: (definition) =>
    /^(?:export\s+)?(?:declare\s+)?type\s+[\w$]+\s*=\s*([\s\S]+?);?$/.exec(definition)?.[1]?.replace(/\s+/g, " "),
  base: new Set(
    "string number boolean bigint symbol any unknown never void undefined null object {} true false".split(" "),
  ),
  unknown: new Set(["any", "unknown"]),
  fits(target, entries, names) {
    const text = names.flatMap(({ name, from, as }) =>
      from === undefined ? [] : [`import { ${name} as ${as} } from ${JSON.stringify(from)};`],
    );
    const locals = entries.map((entry, at) => ("type" in entry ? `v${at}: ${entry.type}` : "")).filter(Boolean);
    text.push(`function espalierFits(${locals.join(", ")}) {`);
    const places = entries.map((entry, at): readonly [number, number] => {
      const value = "name" in entry ? entry.name : `v${at}`;
      text.push(`const f${at}: ${target} = ${value};`, `const g${at}: (...a: never) => ${target} = ${value};`);
      return [text.length - 2, text.length - 1];
    });
    return { text: [...text, "}"].join("\n"), lines: places };
  },
  header(hover) {
    const text = declared(hover);
    return text !== undefined && /^(function|const|let|var) /.test(text) ? `declare ${text};` : undefined;
  },
  variable: (hover) => /^(?:const|let|var)?\s*[\w$]+\??: ([\s\S]*)$/.exec(declared(hover) ?? "")?.[1],
  imports: /(?<=\bfrom\s*["'])[^"'\n]+(?=["'])/g,
  importedNames(text, from) {
    const statements = text.matchAll(/\bimport\s+([^;"']*?)\s*from\s*["']([^"']*)["']/g);
    return [...statements].flatMap(([, names, module]) => (module === from ? [names!] : [])).join("\n");
  },
  body(declaration) {
    if (!declaration.endsWith("}")) return declaration.length;
    let depth = 0;
    for (let at = declaration.length - 1; at >= 0; at--) {
      if (declaration[at] === "}") depth++;
      if (declaration[at] === "{" && --depth === 0) return at;
    }
    return declaration.length;
  },
  isSyntax: (code) => typeof code === "number" && code < 2_000,
};
