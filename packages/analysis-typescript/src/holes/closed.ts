// The closed set of texts at a hole, where only some texts are correct: members, names of a module, classes, cases, keys of an exact type, unions of strings.

import type { Answering, ProgramPlace } from "@espalier/analysis";
import type { ClosedTexts } from "@espalier/typed-holes";
import type ts from "typescript";
import { casesLeftAt } from "../cases.js";
import { constructiblesAt } from "../constructibles.js";
import { isChecked, stringsExpectedOf } from "../expected-strings.js";
import { exportsAt } from "../exports.js";
import { outermost } from "../hole/outermost.js";
import { holeAt } from "../hole/typed-hole.js";
import { membersAt } from "../members.js";
import { isPlainName } from "../placeholder.js";
import type { Project } from "../project.js";
import { NOTHING_REFUSED } from "../refusals.js";

/** Keywords before the key of a method or an accessor. */
const BEFORE_KEYS = ["async", "get", "set"];

/**
 * The closed set at a place, or `undefined` if other texts are correct too. Where the place takes no expression, the compiler has to check the file once more.
 */
export function closedTextsAt(project: Project, at: ProgramPlace): ClosedTexts | undefined {
  const { ts } = project;
  const { kind, call, checker, file, from } = holeAt(project, at);
  if (kind === "member") return listed(membersAt(project, at, NOTHING_REFUSED), "all");
  if (kind === "import") return listed(exportsAt(project, at, NOTHING_REFUSED), "all");
  if (kind === "key") return keysAt(ts, checker, file, from);
  if (call === undefined) return undefined;
  const node = outermost(ts, call);
  // After `new`, the placeholder includes its own parentheses.
  if (ts.isNewExpression(node.parent) && node.parent.expression === node)
    return listed(constructiblesAt(project, at, NOTHING_REFUSED), "all");
  if (ts.isCaseClause(node.parent)) return node === call ? listed(casesLeftAt(project, at), "all") : undefined;
  const strings = stringsExpectedOf(ts, checker, call);
  if (strings.kind !== "closed") return undefined;
  return { texts: strings.value.flatMap((text) => QUOTES.map((quote) => `${quote}${text}${quote}`)), rule: "strings" };
}

const QUOTES = ['"', "'", "`"];

function listed(answer: Answering<readonly string[]>, rule: ClosedTexts["rule"]): ClosedTexts | undefined {
  return "kind" in answer && answer.kind === "closed" ? { texts: answer.value, rule } : undefined;
}

/** The keys that can still be added to an object, if the compiler rejects all others. */
function keysAt(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  from: number,
): ClosedTexts | undefined {
  let object: ts.ObjectLiteralExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > from || node.end <= from) return;
    if (ts.isObjectLiteralExpression(node)) object = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (object === undefined || !isChecked(ts, checker, object)) return undefined;
  // After a spread, the compiler still rejects unknown keys, but a spread key can be overwritten.
  const type = checker.getContextualType(object);
  if (type === undefined) return undefined;
  const parts = type.isUnion() ? type.types : [type];
  const given = parts.filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0);
  const objects = discriminated(ts, checker, object, given);
  if (objects.length === 0 || !objects.every((each) => isExact(ts, checker, each))) return undefined;
  const written = new Set(
    object.properties.flatMap((each) =>
      each.name !== undefined && each.name.getStart(file) !== from && ts.isIdentifier(each.name)
        ? [each.name.text]
        : [],
    ),
  );
  const names = objects.flatMap((each) => checker.getPropertiesOfType(each).map(({ name }) => name));
  const left = [...new Set(names)].filter((name) => isPlainName(name) && !written.has(name));
  return { texts: [...left.sort(), ...BEFORE_KEYS.map((word) => `${word} `)], rule: "names" };
}

/** The members of a union that agree with the discriminants that an object has: properties of unit types that are given as literals. */
function discriminated(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  object: ts.ObjectLiteralExpression,
  members: readonly ts.Type[],
): readonly ts.Type[] {
  let left = members;
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) continue;
    const { initializer, name } = property;
    if (!ts.isStringLiteralLike(initializer) && !ts.isNumericLiteral(initializer)) continue;
    const typeIn = (member: ts.Type): ts.Type | undefined => {
      const symbol = checker.getPropertyOfType(member, name.text);
      return symbol && checker.getTypeOfSymbolAtLocation(symbol, object);
    };
    const isDiscriminant = members.every((each) => {
      const type = typeIn(each);
      return (
        type !== undefined && (type.isUnion() ? type.types : [type]).every(({ flags }) => flags & ts.TypeFlags.Unit)
      );
    });
    if (!isDiscriminant) continue;
    const isOf = (type: ts.Type): boolean =>
      (type.isUnion() ? type.types : [type]).some(
        (each) =>
          each.isLiteral() &&
          String(each.value) === initializer.text &&
          each.isStringLiteral() !== ts.isNumericLiteral(initializer),
      );
    left = left.filter((each) => isOf(typeIn(each)!));
  }
  // With none left, the object is wrong in any case.
  return left.length === 0 ? members : left;
}

/** Whether an object literal of the type must not have keys other than the declared ones. */
function isExact(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type): boolean {
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
  if (checker.getIndexInfosOfType(type).length > 0) return false;
  return checker.getPropertiesOfType(type).length > 0;
}
