// The meaning of node types in the Java grammar.

import type { Node } from "web-tree-sitter";
import { type Collected, type Kinds, namedChildren, simpleName } from "./collector.js";

export const JAVA: Kinds = {
  identifier: "identifier",
  type_identifier: "type",
  string_literal: "string",
  line_comment: "comment",
  block_comment: "comment",
  import_declaration: (node, { imports }) => {
    const [name, ...rest] = namedChildren(node).filter(({ type }) => !type.endsWith("comment"));
    if (name === undefined) return;
    const wildcard = rest.some(({ type }) => type === "asterisk");
    const specifier = name.text.replace(/\s/g, "") + (wildcard ? ".*" : "");
    const last = specifier.slice(specifier.lastIndexOf(".") + 1);
    const names = wildcard ? [] : [last];
    imports.push({ from: node.startIndex, to: node.endIndex, specifier, names, members: names });
  },
  class_declaration: classLike,
  interface_declaration: classLike,
  enum_declaration: classLike,
  record_declaration: classLike,
  method_declaration: methodLike,
  constructor_declaration: methodLike,
  field_declaration: ({ startIndex, endIndex, text }, { fields }) => {
    const end = text.indexOf("\n");
    fields.push(startIndex, end < 0 ? endIndex : startIndex + end);
  },
};

const HERITAGE: ReadonlySet<string> = new Set(["superclass", "super_interfaces", "extends_interfaces", "type_list"]);

function classLike(node: Node, { classes }: Collected): void {
  const basesOf = (part: Node): readonly string[] =>
    namedChildren(part).flatMap((child) => {
      if (HERITAGE.has(child.type)) return basesOf(child);
      return part === node ? [] : (simpleName(child) ?? []);
    });
  const name = node.childForFieldName("name")?.text ?? "";
  classes.push({ from: node.startIndex, to: node.endIndex, name, bases: basesOf(node) });
}

function methodLike(node: Node, { methods }: Collected): void {
  methods.push({
    from: node.startIndex,
    to: node.endIndex,
    name: node.childForFieldName("name")?.text ?? "",
    body: node.childForFieldName("body")?.startIndex ?? node.endIndex,
  });
}
