// Rates how likely the entries that fit a hole are. Often more than ten entries have the expected type, so the likely ones must come first. An entry is likely if
// the file mentions it often or near the hole, and if local values have the types of its parameters. The weights were chosen on the packages of this repository.

import type ts from "typescript";
import type { HoleView, ValueEntry } from "./view.js";

/** A mention this many lines away counts half as much as one on the line of the hole. */
const HALF_AWAY = 5;
/** How much a mention on the line of the hole counts, and a doubling of the mentions. */
const [NEAR, DOUBLED] = [3, 0.5];
/** Values of the block and imports are likelier than other declarations of the file; what the file does not import is less likely. */
const BY_LOCALITY = { block: 1, function: 0, file: 0, imported: 1, importable: -1, library: -1 };

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** Rates entries of `context` for the hole: the likelier, the higher. Takes time in proportion to the file, then for each signature and each local value. */
export function likelinessAt(view: HoleView, context: readonly ValueEntry[]): (entry: ValueEntry) => number {
  const mentions = mentionsIn(view);
  const isGiven = givenBy(view, context);
  const rated = new Map<ValueEntry, number>();
  const rate = ({ name, symbol, locality, type: { type } }: ValueEntry): number => {
    const lines = mentions.get(name) ?? [];
    const isDeclared = symbol.declarations?.[0]?.getSourceFile() === view.file;
    const uses = Math.max(0, lines.length - (isDeclared ? 1 : 0));
    // An import that nothing uses yet waits for the hole.
    const nearest = locality === "imported" && uses === 0 ? 0 : lines.reduce((a, b) => Math.min(a, b), Infinity);
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
    const supplied = Math.max(0, ...signatures.map((each) => suppliedShare(view, each, isGiven)));
    return DOUBLED * Math.log2(1 + uses) + NEAR / (1 + nearest / HALF_AWAY) + supplied + BY_LOCALITY[locality];
  };
  return (entry) => {
    let rating = rated.get(entry);
    if (rating === undefined) rated.set(entry, (rating = rate(entry)));
    return rating;
  };
}

/** For each name of the file after its imports, how many lines each mention is away from the hole. */
function mentionsIn({ ts, file, call }: HoleView): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const afterImports = file.statements.findLast(ts.isImportDeclaration)?.end ?? 0;
  const lineOf = (place: number): number => file.getLineAndCharacterOfPosition(place).line;
  const from = call.getStart(file);
  const line = lineOf(from);
  for (const { 0: name, index } of file.text.matchAll(NAME)) {
    if (index < afterImports || (index >= from && index < call.end)) continue;
    const away = Math.abs(lineOf(index) - line);
    const known = found.get(name);
    if (known === undefined) found.set(name, [away]);
    else known.push(away);
  }
  return found;
}

/** Whether a local value is of a type. */
function givenBy({ ts, checker }: HoleView, context: readonly ValueEntry[]): (type: ts.Type) => boolean {
  const { Any, Unknown, Never } = ts.TypeFlags;
  const locals = context
    .filter(({ locality }) => locality === "block" || locality === "function")
    .map(({ type: { type } }) => type)
    .filter(({ flags }) => (flags & (Any | Unknown | Never)) === 0);
  const known = new Map<ts.Type, boolean>();
  return (type) => {
    let isGiven = known.get(type);
    if (isGiven === undefined)
      known.set(type, (isGiven = locals.some((each) => checker.isTypeAssignableTo(each, type))));
    return isGiven;
  };
}

/** The share of the parameters that must be given for which there is a local value; a half where none must. */
function suppliedShare(
  { ts, checker }: HoleView,
  signature: ts.Signature,
  isGiven: (type: ts.Type) => boolean,
): number {
  const needed = signature.getParameters().filter(({ valueDeclaration }) => {
    if (valueDeclaration === undefined || !ts.isParameter(valueDeclaration)) return true;
    const { questionToken, initializer, dotDotDotToken } = valueDeclaration;
    return (questionToken ?? initializer ?? dotDotDotToken) === undefined;
  });
  if (needed.length === 0) return 0.5;
  return needed.filter((each) => isGiven(checker.getTypeOfSymbol(each))).length / needed.length;
}
