// Declarations as the model sees them: without bodies and initializers, like a declaration file.

import type ts from "typescript";
import { printedType } from "../hole/printed-type.js";
import type { HoleView } from "./view.js";

/** The stub of a value. */
export function valueStub(view: HoleView, name: string, symbol: ts.Symbol, type: ts.Type): string {
  const { ts } = view;
  const declarations = symbol.declarations ?? [];
  const functions = declarations.filter(ts.isFunctionDeclaration);
  if (functions.length > 0 && (symbol.flags & ts.SymbolFlags.Function) !== 0) {
    const overloads = functions.filter(({ body }) => body === undefined);
    const shown = overloads.length > 0 ? overloads : functions;
    return shown.map((each) => `declare function ${name}${signatureText(view, each)};`).join("\n");
  }
  const [declaration] = declarations;
  if (declaration !== undefined && ts.isClassDeclaration(declaration)) return typeStub(view, declaration);
  if (declaration !== undefined && ts.isEnumDeclaration(declaration)) return typeStub(view, declaration);
  const isNarrowed = type !== view.checker.getTypeOfSymbolAtLocation(symbol, view.call);
  const written =
    declaration !== undefined && !isNarrowed && (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration))
      ? typeOfVariable(view, declaration, type)
      : printedType(ts, view.checker, type);
  return `declare const ${name}: ${written};`;
}

/** The annotation of a variable; if it is initialised with a function, that function's annotations; otherwise the checker's type. */
function typeOfVariable(
  view: HoleView,
  { type: node, initializer }: ts.VariableDeclaration | ts.ParameterDeclaration,
  type: ts.Type,
): string {
  const { ts, checker } = view;
  if (node !== undefined) return node.getText();
  if (initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
    return signatureText(view, initializer, " => ");
  return printedType(ts, checker, type);
}

/** The stub of a type declaration. */
export function typeStub(view: HoleView, declaration: ts.Declaration): string {
  const { ts } = view;
  if (ts.isClassDeclaration(declaration)) return classStub(view, declaration);
  const text = declaration.getText();
  const modifiers = ts.canHaveModifiers(declaration) ? (ts.getModifiers(declaration) ?? []) : [];
  const kept = modifiers.at(-1)?.end;
  const bare = kept === undefined ? text : text.slice(kept - declaration.getStart()).trimStart();
  return ts.isEnumDeclaration(declaration) ? `declare ${isConstant(ts, declaration) ? "const " : ""}${bare}` : bare;
}

function isConstant(ts: HoleView["ts"], declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Const) !== 0;
}

function classStub(view: HoleView, declaration: ts.ClassDeclaration): string {
  const { ts } = view;
  const heritage = (declaration.heritageClauses ?? []).map((each) => ` ${each.getText()}`).join("");
  const abstract = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0 ? "abstract " : "";
  const members = declaration.members.flatMap((member) => memberStub(view, member) ?? []);
  const body = members.length === 0 ? " {}" : ` {\n${members.map((each) => `  ${each}\n`).join("")}}`;
  const name = declaration.name?.text ?? "";
  return `declare ${abstract}class ${name}${parametersOfType(declaration)}${heritage}${body}`;
}

/** A class member without its body. Omits members that other code cannot access. */
function memberStub(view: HoleView, member: ts.ClassElement): string | undefined {
  const { ts, checker } = view;
  const flags = ts.getCombinedModifierFlags(member);
  if ((flags & ts.ModifierFlags.Private) !== 0 || (member.name !== undefined && ts.isPrivateIdentifier(member.name)))
    return undefined;
  if (ts.isConstructorDeclaration(member)) return `constructor(${parameters(view, member)});${members(view, member)}`;
  const name = member.name?.getText();
  if (name === undefined) return undefined;
  const modifiers = [
    [ts.ModifierFlags.Protected, "protected "],
    [ts.ModifierFlags.Static, "static "],
    [ts.ModifierFlags.Abstract, "abstract "],
    [ts.ModifierFlags.Readonly, "readonly "],
  ] as const;
  const before = modifiers.map(([flag, word]) => ((flags & flag) === 0 ? "" : word)).join("");
  if (ts.isMethodDeclaration(member)) {
    const optional = member.questionToken === undefined ? "" : "?";
    return `${before}${name}${optional}${signatureText(view, member)};`;
  }
  if (ts.isGetAccessorDeclaration(member)) return `${before}get ${name}()${returnText(view, member, ": ")};`;
  if (ts.isSetAccessorDeclaration(member)) return `${before}set ${name}(${parameters(view, member)});`;
  if (!ts.isPropertyDeclaration(member)) return undefined;
  const type = member.type?.getText() ?? printedType(ts, checker, checker.getTypeAtLocation(member));
  return `${before}${name}${member.questionToken === undefined ? "" : "?"}: ${type};`;
}

/** The members that a constructor declares as parameter properties, one per line. */
function members(view: HoleView, declaration: ts.ConstructorDeclaration): string {
  const { ts, checker } = view;
  return declaration.parameters
    .filter((each) => {
      const flags = ts.getCombinedModifierFlags(each);
      return ts.isParameterPropertyDeclaration(each, declaration) && (flags & ts.ModifierFlags.Private) === 0;
    })
    .map((each) => {
      const isReadonly = (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly) !== 0;
      const type = each.type?.getText() ?? printedType(ts, checker, checker.getTypeAtLocation(each));
      return `\n  ${isReadonly ? "readonly " : ""}${each.name.getText()}: ${type};`;
    })
    .join("");
}

type Callable = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function signatureText(view: HoleView, declaration: Callable, arrow = ": "): string {
  return `${parametersOfType(declaration)}(${parameters(view, declaration)})${returnText(view, declaration, arrow)}`;
}

function parametersOfType({ typeParameters }: ts.SignatureDeclaration | ts.ClassDeclaration): string {
  return typeParameters === undefined ? "" : `<${typeParameters.map((each) => each.getText()).join(", ")}>`;
}

function parameters(view: HoleView, declaration: ts.SignatureDeclaration): string {
  const { ts, checker } = view;
  return declaration.parameters
    .map(({ dotDotDotToken, name, questionToken, initializer, type }, at) => {
      const rest = dotDotDotToken === undefined ? "" : "...";
      const mayMiss = questionToken !== undefined || initializer !== undefined;
      // An optional parameter before a required one is passed as undefined.
      const later = declaration.parameters.slice(at + 1);
      const isLast = later.every(
        (each) =>
          each.questionToken !== undefined || each.initializer !== undefined || each.dotDotDotToken !== undefined,
      );
      const written =
        type?.getText() ?? printedType(ts, checker, checker.getTypeAtLocation(declaration.parameters[at]!));
      const optional = mayMiss && isLast ? "?" : "";
      const orMissing = mayMiss && !isLast ? " | undefined" : "";
      return `${rest}${name.getText()}${optional}: ${written}${orMissing}`;
    })
    .join(", ");
}

function returnText(view: HoleView, declaration: ts.SignatureDeclaration, before: string): string {
  const { ts, checker } = view;
  if (declaration.type !== undefined) return `${before}${declaration.type.getText()}`;
  const signature = checker.getSignatureFromDeclaration(declaration);
  return `${before}${signature === undefined ? "unknown" : printedType(ts, checker, signature.getReturnType())}`;
}
