// The names with which an expression of a type can begin: those from which members, calls and elements reach the type in two steps. Hazel's generator of next
// tokens calls these look-ahead paths.

import type ts from "typescript";
import { namedTypesOf } from "./aliases.js";
import type { HoleType, HoleView, ValueEntry } from "./view.js";

/** Keywords that can begin an expression. */
const WORDS =
  "async await class function import new null super this true false typeof undefined void delete yield".split(" ");
/** The largest number of members, calls and elements on the path to the type. */
const MOST_STEPS = 2;
/** The largest number of properties of a type that are tried. */
const MOST_PROPERTIES = 128;

/** The names of `context` from which the type can be reached in at most two steps, and the keywords that can begin any expression. */
export function reachingNames(
  view: HoleView,
  context: readonly ValueEntry[],
  { type: wanted }: HoleType,
): readonly string[] {
  if (wanted === undefined) return [...new Set([...context.map(({ name }) => name), ...WORDS])];
  const reaches = reachability(view, wanted);
  const isOfProject = namedTypesOf(view, { type: wanted, nodes: [] }).length > 0;
  // A name that is not imported yet cannot be written. Declarations of libraries do not lead to types of the project.
  const names = context
    .filter(
      ({ locality, type: { type } }) =>
        locality !== "importable" && !(isOfProject && locality === "library") && reaches(type, MOST_STEPS),
    )
    .map(({ name }) => name);
  return [...new Set([...names, ...WORDS])];
}

function reachability({ ts, checker, call }: HoleView, wanted: ts.Type): (type: ts.Type, steps: number) => boolean {
  /** For each number of steps, the types that have been decided. */
  const known = Array.from({ length: MOST_STEPS + 1 }, () => new Map<ts.Type, boolean>());
  const reaches = (type: ts.Type, steps: number): boolean => {
    const memory = known[steps]!;
    let answer = memory.get(type);
    if (answer === undefined) {
      memory.set(type, false);
      memory.set(type, (answer = found(type, steps)));
    }
    return answer;
  };
  const found = (type: ts.Type, steps: number): boolean => {
    // A member of type `any` would reach every type.
    if ((type.flags & (ts.TypeFlags.Never | ts.TypeFlags.Any)) !== 0)
      return steps === MOST_STEPS && (type.flags & ts.TypeFlags.Any) !== 0;
    if (checker.isTypeAssignableTo(type, wanted)) return true;
    if (steps === 0) return false;
    const apparent = checker.getApparentType(checker.getNonNullableType(type));
    const signatures = [...apparent.getCallSignatures(), ...apparent.getConstructSignatures()];
    if (signatures.some((each) => reaches(each.getReturnType(), steps - 1))) return true;
    if (checker.getIndexInfosOfType(apparent).some((each) => reaches(each.type, steps - 1))) return true;
    return checker
      .getPropertiesOfType(apparent)
      .slice(0, MOST_PROPERTIES)
      .some((each) => reaches(checker.getTypeOfSymbolAtLocation(each, call), steps - 1));
  };
  return reaches;
}
