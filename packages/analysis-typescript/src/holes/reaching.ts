// The names with which an expression of a type may begin: those from which members, calls and elements lead to it in two steps. Hazel's generator of
// next tokens calls these look-ahead paths.

import type ts from "typescript";
import { namedTypesOf } from "./aliases.js";
import type { HoleType, HoleView, ValueEntry } from "./view.js";

/** Words of the language that an expression may begin with. */
const WORDS =
  "async await class function import new null super this true false typeof undefined void delete yield".split(" ");
/** The most members, calls and elements on the way to the type. */
const MOST_STEPS = 2;
/** The most properties of a type that are tried. */
const MOST_PROPERTIES = 128;

/** The names of `context` from which the type is reached in two steps at most, and the words that may begin any expression. */
export function reachingNames(
  view: HoleView,
  context: readonly ValueEntry[],
  { type: wanted }: HoleType,
): readonly string[] {
  if (wanted === undefined) return [...new Set([...context.map(({ name }) => name), ...WORDS])];
  const reaches = reachability(view, wanted);
  const isOfProject = namedTypesOf(view, { type: wanted, nodes: [] }).length > 0;
  // A name that is not imported yet cannot be written, and what libraries declare leads to no type of the project.
  const names = context
    .filter(
      ({ locality, type: { type } }) =>
        locality !== "importable" && !(isOfProject && locality === "library") && reaches(type, MOST_STEPS),
    )
    .map(({ name }) => name);
  return [...new Set([...names, ...WORDS])];
}

function reachability({ ts, checker, call }: HoleView, wanted: ts.Type): (type: ts.Type, steps: number) => boolean {
  /** For each number of steps, what is known of the types. */
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
    // A member of type `any` would lead everywhere.
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
