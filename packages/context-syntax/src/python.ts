// The meaning of node types in the Python grammar.

import type { ImportFact } from "@espalier/context";
import type { Node } from "web-tree-sitter";
import { type Collected, type Kinds, namedChildren, simpleName } from "./collector.js";

export const PYTHON: Kinds = {
  identifier: "identifier",
  type: "annotation",
  comment: "comment",
  string: (node, facts) => {
    // A statement that is only a string is documentation.
    const { startIndex, endIndex } = node;
    (node.parent?.type === "expression_statement" ? facts.comments : facts.strings).push(startIndex, endIndex);
  },
  import_statement: importStatement,
  import_from_statement: importFrom,
  class_definition: (node, { classes }) => {
    const bases = namedChildren(node.childForFieldName("superclasses"))
      .filter(({ type }) => type !== "keyword_argument" && type !== "comment")
      .flatMap((base) => simpleName(base) ?? []);
    classes.push({ from: node.startIndex, to: node.endIndex, name: node.childForFieldName("name")?.text ?? "", bases });
  },
  function_definition: (node, { methods }) => {
    methods.push({
      from: node.startIndex,
      to: node.endIndex,
      name: node.childForFieldName("name")?.text ?? "",
      body: node.childForFieldName("body")?.startIndex ?? node.endIndex,
    });
  },
  assignment: assignment,
};

function importStatement(node: Node, { imports }: Collected): void {
  for (const child of namedChildren(node)) {
    const alias = child.childForFieldName("alias")?.text;
    const module = (child.type === "aliased_import" ? child.childForFieldName("name") : child)?.text.replace(/\s/g, "");
    if (module === undefined || child.type === "comment") continue;
    // `import a.b` declares `a`.
    const names = [alias ?? module.slice(0, (module.indexOf(".") + 1 || module.length + 1) - 1)];
    imports.push({ from: node.startIndex, to: node.endIndex, specifier: module, names, members: [] });
  }
}

function importFrom(node: Node, { imports }: Collected): void {
  const module = node.childForFieldName("module_name");
  if (module === null) return;
  const names: string[] = [];
  const members: string[] = [];
  for (const child of node.childrenForFieldName("name")) {
    if (child === null) continue;
    const member = child.type === "aliased_import" ? child.childForFieldName("name") : child;
    members.push(member?.text ?? "");
    names.push(child.childForFieldName("alias")?.text ?? member?.text ?? "");
  }
  const { startIndex: from, endIndex: to } = node;
  imports.push({ from, to, specifier: module.text.replace(/\s/g, ""), names, members } satisfies ImportFact);
}

/**
 * The fields of a class are assignments in its body and to `self` in its constructor. A fact contains their first line.
 */
function assignment(node: Node, { fields }: Collected): void {
  const block = node.parent?.parent;
  if (block?.type !== "block") return;
  const owner = block.parent;
  const inClass = owner?.type === "class_definition";
  const toSelf =
    owner?.type === "function_definition" &&
    owner.childForFieldName("name")?.text === "__init__" &&
    /^self\.\w+$/.test(node.childForFieldName("left")?.text ?? "");
  if (inClass || toSelf) fields.push(node.startIndex, firstLineEnd(node));
}

function firstLineEnd({ text, startIndex, endIndex }: Node): number {
  const end = text.indexOf("\n");
  return end < 0 ? endIndex : startIndex + end;
}
