// The remaining cases of a `switch`: the values of an enum or of a union of literals that no other case mentions, and
// how the program can write each of them; and whether the `switch` may be closed without them.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type ts from "typescript";
import { mayBeReassigned } from "./later-assignments.js";
import type { Project } from "./project.js";
import { type NamedValue, valuesInScope } from "./scope.js";

type Spellings = Answer<readonly string[]>;

const unknown = (reason: string): Spellings => ({ kind: "unknown", reason });

/** A name that does not occur in programs. */
const PLACEHOLDER = "ʚespalierʚcase";
/** The largest number of values of a type; beyond it, writing each would take too long. */
const MOST_VALUES = 4_096;

export function casesLeftAt(project: Project, { path, before, after }: ProgramPlace): Spellings {
  const { ts } = project;
  const rest = /^[^\n]*?:/.test(after) ? after.replace(/^[^\n]*?:/, "") : after;
  const { file, checker } = project.typed(path, `${before}${PLACEHOLDER}:${rest}`);
  const clause = clauseAt(ts, file, before.length);
  if (clause === undefined) return unknown("the compiler finds no case clause here");
  const { expression, caseBlock } = clause.parent.parent;
  if (expression.kind === ts.SyntaxKind.TrueKeyword || expression.kind === ts.SyntaxKind.FalseKeyword)
    return unknown("the cases of a constant are conditions");
  const type = checker.getTypeAtLocation(expression);
  const units = unitsOf(ts, type);
  if (units === undefined) return unknown("the value of the switch is neither an enum nor a union of literals");
  if (units.length > MOST_VALUES) return unknown(`the type has over ${MOST_VALUES} values`);
  if (units.some(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0))
    return { kind: "open", reason: "any condition may be a case" };
  if (mayBeReassigned(ts, checker, expression))
    return { kind: "open", reason: "an assignment that is not written yet may give the switch other values" };
  const written = new Set(
    caseBlock.clauses
      .filter((each): each is ts.CaseClause => ts.isCaseClause(each) && each !== clause)
      .map((each) => checker.getTypeAtLocation(each.expression))
      .filter(({ flags }) => (flags & ts.TypeFlags.Unit) !== 0)
      .map((unit) => literalKey(ts, checker, unit)),
  );
  const left = units.filter((unit) => !written.has(literalKey(ts, checker, unit)));
  if (left.length === 0) return { kind: "open", reason: "every case is written" };
  const texts = spellings(ts, checker, clause, left);
  return texts === undefined
    ? { kind: "open", reason: "no name or literal in scope denotes one of the values" }
    : { kind: "closed", value: [...new Set(texts)].sort() };
}

/** The values without a case where a `switch` opens or a case of it begins. */
export function casesMissingAt(project: Project, { path, before, after }: ProgramPlace): Spellings {
  const { ts } = project;
  const { file, checker } = project.typed(path, before + after);
  const statement = switchAt(ts, file, before.length);
  if (statement === undefined) return unknown("the compiler finds no switch here");
  const { expression, caseBlock } = statement;
  if (caseBlock.clauses.some(ts.isDefaultClause)) return { kind: "open", reason: "there is a default" };
  let value = expression;
  while (ts.isParenthesizedExpression(value)) value = value.expression;
  if (value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword)
    return unknown("the cases of a constant are conditions");
  // The compiler narrows what stands after `typeof`, which may have fewer types than there are names.
  if (ts.isTypeOfExpression(value)) return unknown("the types that the value may have are not listed");
  const units = unitsOf(ts, checker.getTypeAtLocation(expression));
  if (units === undefined) return unknown("the value of the switch is neither an enum nor a union of literals");
  if (units.length > MOST_VALUES) return unknown(`the type has over ${MOST_VALUES} values`);
  const written = new Set<ts.Symbol | string>();
  for (const clause of caseBlock.clauses as ts.NodeArray<ts.CaseClause>) {
    const type = checker.getTypeAtLocation(clause.expression);
    // The compiler then does not take the cases for complete, whichever there are.
    if ((type.flags & ts.TypeFlags.Unit) === 0) return unknown("a case is not one value");
    written.add(literalKey(ts, checker, type));
  }
  const left = units.filter((unit) => !written.has(literalKey(ts, checker, unit)));
  if (left.length === 0) return { kind: "open", reason: "every case is written" };
  return { kind: "closed", value: left.map((unit) => checker.typeToString(unit)) };
}

/** The colon that ends a case, with the blanks and comments before it. */
const COLON = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*:/u;

/** The `switch` whose brace, or the colon of whose case, ends at `position`. */
function switchAt(ts: Project["ts"], file: ts.SourceFile, position: number): ts.SwitchStatement | undefined {
  let found: ts.SwitchStatement | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos >= position || node.end < position) return;
    if (ts.isSwitchStatement(node) && node.caseBlock.getStart(file) + 1 === position) found = node;
    if (ts.isCaseClause(node)) {
      const { end } = node.expression;
      const [upToColon] = COLON.exec(file.text.slice(end)) ?? [];
      if (upToColon !== undefined && end + upToColon.length === position) found = node.parent.parent;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function clauseAt(ts: Project["ts"], file: ts.SourceFile, position: number): ts.CaseClause | undefined {
  let found: ts.CaseClause | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > position || node.end <= position) return;
    if (ts.isCaseClause(node) && node.expression.getStart(file) === position) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The values of a type, each as a type, or `undefined` if they cannot be enumerated. */
function unitsOf(ts: Project["ts"], type: ts.Type): readonly ts.Type[] | undefined {
  const units = type.isUnion() ? type.types : [type];
  return units.every((unit) => (unit.flags & ts.TypeFlags.Unit) !== 0) ? units : undefined;
}

/** A key that identifies a value. Members of two different enums never have the same key. */
function literalKey(ts: Project["ts"], checker: ts.TypeChecker, unit: ts.Type): ts.Symbol | string {
  if (unit.flags & (ts.TypeFlags.EnumLiteral | ts.TypeFlags.UniqueESSymbol)) return unit.symbol;
  if (unit.isStringLiteral()) return `s${unit.value}`;
  if (unit.isNumberLiteral()) return `n${unit.value}`;
  return `${unit.flags & ~ts.TypeFlags.Object} ${checker.typeToString(unit)}`;
}

/** All ways to write the values, or `undefined` if one of them cannot be written. */
function spellings(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  clause: ts.CaseClause,
  units: readonly ts.Type[],
): readonly string[] | undefined {
  const wanted = new Map(units.map((unit) => [literalKey(ts, checker, unit), unit]));
  const named = namedUnits(ts, checker, clause, wanted);
  const texts: string[] = [];
  for (const [value, unit] of wanted) {
    const own = [...literalsOf(ts, checker, unit), ...(named.get(value) ?? [])];
    if (own.length === 0) return undefined;
    texts.push(...own);
  }
  return texts;
}

/** The literals that denote a value. A member of an enum has none; only its names denote it. */
function literalsOf(ts: Project["ts"], checker: ts.TypeChecker, unit: ts.Type): readonly string[] {
  if (unit.flags & ts.TypeFlags.EnumLiteral) return [];
  if (unit.isStringLiteral()) {
    const escaped = JSON.stringify(unit.value);
    const plain = escaped === `"${unit.value}"` && !/['`$]/.test(unit.value);
    return plain ? [escaped, `'${unit.value}'`, `\`${unit.value}\``] : [];
  }
  if (unit.isNumberLiteral()) return numbersOf(unit.value);
  if (unit.flags & ts.TypeFlags.UniqueESSymbol) return [];
  return [checker.typeToString(unit)];
}

/** The decimal and the hexadecimal literals for a number. */
function numbersOf(value: number): readonly string[] {
  if (!Number.isSafeInteger(value) || value < 0) return [String(value)];
  const digits = value.toString(16);
  const padded = digits.padStart(digits.length + (digits.length % 2), "0");
  return [String(value), ...[digits, padded].flatMap((each) => [`0x${each}`, `0x${each.toUpperCase()}`])];
}

/** How many dots a name for a value has at most. */
const MOST_DOTS = 3;

/** The names in scope that denote each value, directly or as members of something in scope. */
function namedUnits(
  ts: Project["ts"],
  checker: ts.TypeChecker,
  clause: ts.CaseClause,
  wanted: ReadonlyMap<ts.Symbol | string, ts.Type>,
): ReadonlyMap<ts.Symbol | string, readonly string[]> {
  const found = new Map<ts.Symbol | string, string[]>();
  const note = (value: ts.Symbol | string, text: string): void => {
    if (wanted.has(value)) found.set(value, [...(found.get(value) ?? []), text]);
  };
  const noteType = (type: ts.Type, text: string): void => {
    for (const unit of unitsOf(ts, type) ?? []) for (const value of valuesOf(unit)) note(value, text);
  };
  /** A number that belongs to no enum matches each enum member of that value. */
  const valuesOf = (type: ts.Type): readonly (ts.Symbol | string)[] => {
    const own = literalKey(ts, checker, type);
    if (typeof own !== "string" || !type.isNumberLiteral()) return [own];
    const alike = [...wanted].filter(([, unit]) => unit.isNumberLiteral() && unit.value === type.value);
    return [...new Set([own, ...alike.map(([value]) => value)])];
  };
  const look = (symbol: ts.Symbol, text: string, dots: number): void => {
    const type = checker.getTypeOfSymbolAtLocation(symbol, clause);
    noteType(type, text);
    if (dots === 0) return;
    const isNamespace = (symbol.flags & (ts.SymbolFlags.Module | ts.SymbolFlags.Enum)) !== 0;
    for (const member of isNamespace ? checker.getExportsOfModule(symbol) : dataOf(ts, checker, type, dots)) {
      const its = member.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(member) : member;
      const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(member.name);
      if (isName) look(its, `${text}.${member.name}`, isNamespace && its.flags & ts.SymbolFlags.Enum ? 1 : dots - 1);
      else if (isNamespace)
        noteType(checker.getTypeOfSymbolAtLocation(its, clause), `${text}[${JSON.stringify(member.name)}]`);
    }
  };
  const inScope: readonly NamedValue[] = valuesInScope(ts, checker, clause);
  for (const { name, symbol, isGlobal } of inScope) if (!isGlobal) look(symbol, name, MOST_DOTS);
  const own = clause.parent.parent.expression.getText();
  for (const [value, texts] of found)
    found.set(
      value,
      texts.filter((text) => text !== own),
    );
  return found;
}

/** The properties of a value that may denote a constant. Inside another value, only those of an object literal are listed. */
function dataOf(ts: Project["ts"], checker: ts.TypeChecker, type: ts.Type, dots: number): readonly ts.Symbol[] {
  const isLiteral = ((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & ts.SymbolFlags.ObjectLiteral;
  if (dots < MOST_DOTS && !isLiteral) return [];
  return checker.getPropertiesOfType(type).filter(({ flags }) => (flags & ts.SymbolFlags.Property) !== 0);
}
