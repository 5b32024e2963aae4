// The meaning of node types in the TypeScript and TSX grammars. The TSX grammar also reads JavaScript.

import type { Node } from "web-tree-sitter";
import { type Collected, type Kinds, namedChildren, simpleName } from "./collector.js";

export const TYPESCRIPT: Kinds = {
  identifier: "identifier",
  property_identifier: "identifier",
  private_property_identifier: "identifier",
  shorthand_property_identifier: "identifier",
  shorthand_property_identifier_pattern: "identifier",
  type_identifier: "type",
  comment: "comment",
  string: (node, facts) => {
    if (!/^(import|export)_statement$/.test(node.parent?.type ?? ""))
      facts.strings.push(node.startIndex, node.endIndex);
  },
  template_string: "string",
  import_statement: importStatement,
  export_statement: (node, { imports }) => {
    // A file that re-exports from another depends on it, but declares no name here.
    const source = sourceOf(node);
    if (source === undefined) return;
    const clause = namedChildren(node).find(({ type }) => type === "export_clause");
    const members = namedChildren(clause ?? null).map((one) => one.childForFieldName("name")?.text ?? "");
    imports.push({ from: node.startIndex, to: node.endIndex, specifier: source, names: [], members });
  },
  class_declaration: classLike,
  abstract_class_declaration: classLike,
  interface_declaration: classLike,
  function_declaration: functionLike,
  generator_function_declaration: functionLike,
  function_signature: functionLike,
  method_definition: functionLike,
  method_signature: functionLike,
  abstract_method_signature: functionLike,
  variable_declarator: declarator,
  public_field_definition: field,
  property_signature: field,
};

function sourceOf(node: Node): string | undefined {
  return node.childForFieldName("source")?.text.slice(1, -1);
}

function importStatement(node: Node, { imports }: Collected): void {
  const specifier = sourceOf(node);
  if (specifier === undefined) return;
  const names: string[] = [];
  const members: string[] = [];
  const clause = namedChildren(node).find(({ type }) => type === "import_clause");
  for (const part of namedChildren(clause ?? null)) {
    if (part.type === "identifier") {
      names.push(part.text);
      members.push("default");
    } else if (part.type === "namespace_import") names.push(...namedChildren(part).map(({ text }) => text));
    else
      for (const one of namedChildren(part)) {
        if (one.type !== "import_specifier") continue;
        const member = one.childForFieldName("name")?.text ?? "";
        members.push(member);
        names.push(one.childForFieldName("alias")?.text ?? member);
      }
  }
  imports.push({ from: node.startIndex, to: node.endIndex, specifier, names, members });
}

const HERITAGE: ReadonlySet<string> = new Set([
  "class_heritage",
  "extends_clause",
  "implements_clause",
  "extends_type_clause",
]);

function classLike(node: Node, { classes }: Collected): void {
  const basesOf = (part: Node): readonly string[] =>
    namedChildren(part).flatMap((child) => {
      if (HERITAGE.has(child.type)) return basesOf(child);
      return part === node || child.type === "type_arguments" ? [] : (simpleName(child) ?? []);
    });
  const name = node.childForFieldName("name")?.text ?? "";
  classes.push({ from: node.startIndex, to: node.endIndex, name, bases: basesOf(node) });
}

function functionLike(node: Node, { methods }: Collected): void {
  methods.push({
    from: node.startIndex,
    to: node.endIndex,
    name: node.childForFieldName("name")?.text ?? "",
    body: node.childForFieldName("body")?.startIndex ?? node.endIndex,
  });
}

/** `const f = (…) => …` declares a function; `const m = require("…")` imports a module. */
function declarator(node: Node, { methods, imports }: Collected): void {
  const value = node.childForFieldName("value");
  const name = node.childForFieldName("name");
  if (value === null || name === null) return;
  const from = node.parent?.namedChildCount === 1 ? node.parent.startIndex : node.startIndex;
  if (value.type === "arrow_function" || value.type === "function_expression") {
    const body = value.childForFieldName("body")?.startIndex ?? node.endIndex;
    if (name.type === "identifier") methods.push({ from, to: node.endIndex, name: name.text, body });
  } else if (value.type === "call_expression" && value.childForFieldName("function")?.text === "require") {
    const [source] = namedChildren(value.childForFieldName("arguments"));
    if (source?.type !== "string") return;
    const names = name.type === "identifier" ? [name.text] : (name.text.match(/[\w$]+(?=\s*[,}])/g) ?? []);
    imports.push({ from, to: node.endIndex, specifier: source.text.slice(1, -1), names, members: [] });
  }
}

function field({ text, startIndex, endIndex }: Node, { fields }: Collected): void {
  const end = text.indexOf("\n");
  fields.push(startIndex, end < 0 ? endIndex : startIndex + end);
}
