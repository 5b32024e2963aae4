// What can follow `new`: classes that are not abstract, and names from which such a class can be reached.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { typeAtPlace } from "./narrowed.js";
import { NAME_PART, nameAt } from "./placeholder.js";
import type { Project } from "./project.js";
import type { Refusals } from "./refusals.js";
import { valuesInScope } from "./scope.js";

type Spellings = Answer<readonly string[]>;

/** A name that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚclass";

/** What else can begin an expression after `new`, besides names. */
const OTHERS = [
  "this.",
  "this[",
  "globalThis.",
  "globalThis[",
  "(",
  "class",
  "function",
  "new",
  "super.",
  "import.",
  "async",
];

export function constructiblesAt(
  project: Project,
  { path, before, after, writtenFrom = before.length }: ProgramPlace,
  refusals: Refusals,
): Spellings {
  const { ts } = project;
  const rest = after.replace(NAME_PART, "");
  if (rest.trim() === "") return { kind: "open", reason: "later code may declare a class" };
  const { file, checker } = project.typed(path, `${before}${PLACEHOLDER} ${rest}`);
  const node = newAt(ts, file, before.length);
  if (node === undefined) return { kind: "unknown", reason: "the compiler finds no `new` expression here" };
  if (beginsBeforeStatement(ts, node, writtenFrom)) return { kind: "open", reason: "later code may declare a class" };
  const texts: string[] = [...OTHERS];
  for (const { name, symbol, isGlobal } of valuesInScope(ts, checker, node)) {
    if (!refusals.allows(ts, checker, symbol)) continue;
    if (isConstructible(ts, checker, symbol, node, isGlobal)) texts.push(name);
    else if (leadsOn(ts, checker, symbol)) texts.push(`${name}.`, `${name}[`, `${name}?`, `${name}!`);
  }
  return { kind: "closed", value: texts.sort() };
}

/** Whether the text from `writtenFrom` on begins the statement around a node. It may then have more statements, and a later one can declare a class. */
function beginsBeforeStatement(ts: Project["ts"], node: ts.Node, writtenFrom: number): boolean {
  let at = node;
  while (at.parent !== undefined && !ts.isStatement(at)) at = at.parent;
  return writtenFrom <= at.getStart();
}

/** Whether a member of the value may be constructible. A class without static members has none. */
function leadsOn(ts: Project["ts"], checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  if ((symbol.flags & ts.SymbolFlags.Class) === 0) return true;
  return checker.getExportsOfModule(symbol).some(({ flags }) => (flags & ts.SymbolFlags.Prototype) === 0);
}

/** The placeholder, if it is the callee of `new`. */
function newAt(ts: Project["ts"], file: ts.SourceFile, position: number): ts.Identifier | undefined {
  const found = nameAt(ts, file, position);
  let at: ts.Node | undefined = found;
  while (at !== undefined && isCalleeOf(ts, at.parent, at)) at = at.parent;
  return at !== undefined && ts.isNewExpression(at.parent) && at.parent.expression === at ? found : undefined;
}

/** Whether `parent` extends the callee `node`, as the text after the hole may do. */
function isCalleeOf(ts: Project["ts"], parent: ts.Node, node: ts.Node): boolean {
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isNonNullExpression(parent)) &&
    parent.expression === node
  );
}

/** Declarations in libraries do not change while the program is written. */
const known = new WeakMap<ts.Node, boolean>();

function isConstructible(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  node: ts.Node,
  isGlobal: boolean,
): boolean {
  const declaration = symbol.valueDeclaration;
  const before = isGlobal && declaration !== undefined ? known.get(declaration) : undefined;
  if (before !== undefined) return before;
  const declared = checker.getTypeOfSymbolAtLocation(symbol, node);
  const type = typeAtPlace({ ts, checker, at: node }, symbol, declared);
  const is = mayConstruct(ts, checker, type, node);
  if (isGlobal && declaration?.getSourceFile().isDeclarationFile === true) known.set(declaration, is);
  return is;
}

function mayConstruct(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type, node: ts.Node): boolean {
  if (type.flags & ts.TypeFlags.Any) return true;
  const apparent = checker.getApparentType(checker.getNonNullableType(type));
  const signatures = checker.getSignaturesOfType(apparent, ts.SignatureKind.Construct);
  if (signatures.length === 0)
    return (
      (node.flags & ts.NodeFlags.JavaScriptFile) !== 0 &&
      checker.getSignaturesOfType(apparent, ts.SignatureKind.Call).length > 0
    );
  return (
    signatures.every(
      (signature) =>
        !createsAbstract(ts, signature) &&
        (signature.declaration === undefined || isOpenTo(ts, signature.declaration, node)),
    ) && !isAbstract(ts, apparent)
  );
}

/** Whether a signature is the constructor of an abstract class. An interface can inherit one by extending the type of the class. */
function createsAbstract(ts: Project["ts"], signature: ts.Signature): boolean {
  const { declaration } = signature;
  return (
    (declaration === undefined || ts.isConstructorDeclaration(declaration)) && isAbstract(ts, signature.getReturnType())
  );
}

/** Whether a constructor may be called at `node`. A private or protected constructor can only be called within its class. */
function isOpenTo(ts: Project["ts"], declaration: ts.SignatureDeclaration | ts.JSDocSignature, node: ts.Node): boolean {
  if (!ts.isConstructorDeclaration(declaration)) return true;
  const limited = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((ts.getCombinedModifierFlags(declaration) & limited) === 0) return true;
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (at === declaration.parent) return true;
  return false;
}

function isAbstract(ts: Project["ts"], type: ts.Type): boolean {
  const types = type.isUnionOrIntersection() ? type.types : [type];
  return types.some((each) =>
    (each.symbol?.declarations ?? []).some(
      (declaration) =>
        (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0 ||
        (ts.isConstructorTypeNode(declaration) &&
          declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true),
    ),
  );
}
