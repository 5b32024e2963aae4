// The property names that no schema of an object declares. The keys of `patternProperties` divide them into *regions*:
// two names are in the same region if they match the same patterns. So all names of a region allow the same values.

import { and, type Engine, type Regex } from "@espalier/automata";
import { utf8Decode } from "@espalier/utf8";
import { hasMoreTexts } from "../strings/many-texts.js";
import { plainTexts, reservedTexts } from "../strings/reserved-texts.js";
import { fewTexts, lengthOfMany } from "../strings/short-texts.js";
import { ANY_STRING, type StringSet, stringRegex, stringsOf } from "../strings/string-set.js";
import { tooManyNamePatterns } from "./faults.js";
import type { Literal } from "./literal.js";
import { literalsOfName, type NamePattern, type NameSet, type ObjectFacts } from "./object-facts.js";
import type { DeclaredName, FreeNames, NodeContext, Variant } from "./plan.js";

/** The largest number of name patterns that one object may distinguish. */
const MAX_PATTERNS = 16;
/** The largest number of regions into which these patterns may divide the undeclared names of one object. */
const MAX_REGIONS = 64;
/** The largest number of bytes that an escape takes for one byte of a name. */
const LONGEST_ESCAPE = 6;
const QUOTES = 2;
/** The number of undeclared names that are counted in one object if the caller sets no limit. */
const MOST_COUNTED = 1_000;

/** More names than any text can have members. */
const MOST_MEMBERS = 2 ** 31;

/** Returns how many undeclared names of an object are counted. */
export const countedNames = ({ limits }: NodeContext, minimum: number): number =>
  Math.max(limits.freeNames === Number.POSITIVE_INFINITY ? MOST_COUNTED : limits.freeNames, minimum);

/**
 * Returns the regions of the names that are not in `declared`.
 *
 * @param variants returns the possible values of a region, given its literals and the obligations that its names could
 * fulfil. An *obligation* is a condition that some property must satisfy.
 */
export function freeNames(
  context: NodeContext,
  facts: ObjectFacts,
  declared: readonly DeclaredName[],
  variants: (base: readonly Literal[], could: readonly number[]) => readonly Variant[],
): readonly FreeNames[] {
  const { engine, literals, strings, scalars, meaning } = context;
  const patterns = tellingApart();
  if (patterns.length > MAX_PATTERNS) throw tooManyNamePatterns(MAX_PATTERNS);
  const narrowed = facts.names.length > 0 || patterns.length > 0;
  const regions: FreeNames[] = [];
  const most = countedNames(context, facts.minimum) + facts.exists.length;
  let others: StringSet | undefined;

  /** Returns the names that are not declared and that every schema of `propertyNames` accepts. */
  function undeclared(): StringSet {
    if (others === undefined) {
      others = declared.length === 0 ? ANY_STRING : strings.other(stringsOf(declared.map(({ name }) => name)));
      if (facts.names.length > 0) others = strings.both(others, scalars.of(facts.names).strings);
    }
    return others;
  }

  /** Returns every pattern that matters, each with its key in a set of matched patterns. */
  function tellingApart(): readonly (readonly [key: string, set: () => StringSet])[] {
    const found = new Map<string, () => StringSet>();
    const add = ({ source, schema }: Pick<NamePattern, "source" | "schema">): void => {
      if (!found.has(source)) found.set(source, () => meaning.pattern(source, schema));
    };
    for (const scope of facts.scopes) scope.patterns.forEach(add);
    for (const { names } of facts.exists) {
      if (names.kind === "pattern") add(names);
      else if (names.kind === "additional") names.scope.patterns.forEach(add);
      else found.set(refusedKey(names), () => strings.other(scalars.of([names.literal]).strings));
    }
    return [...found];
  }

  function isAmong(names: NameSet, matched: ReadonlySet<string>): boolean {
    switch (names.kind) {
      case "pattern":
        return matched.has(names.source);
      case "refused":
        return matched.has(refusedKey(names));
      case "additional":
        // The names that its scope declares are declared here, too.
        return !names.scope.patterns.some(({ source }) => matched.has(source));
    }
  }

  /** Returns the literals of the values of a region; `undefined` if none of its names may occur. */
  function literalsIn(matched: ReadonlySet<string>): readonly Literal[] | undefined {
    const all = literalsOfName(facts.scopes, undefined, ({ source }) => matched.has(source));
    return all.some(literals.refusesAll) ? undefined : all;
  }

  function add(matching: StringSet, matched: ReadonlySet<string>): void {
    const own = literalsIn(matched);
    if (own === undefined) return;
    if (regions.length >= MAX_REGIONS) throw tooManyNamePatterns(MAX_REGIONS);
    const could = facts.exists.flatMap(({ names }, wish) => (isAmong(names, matched) ? [wish] : []));
    let known: Regex | undefined;
    const names = (): Regex => (known ??= stringRegex(strings.both(undeclared(), matching)));
    let some: boolean | undefined;
    let ample: number | undefined;
    let reserved: readonly string[] | undefined;
    const reserve = (): readonly string[] =>
      (reserved ??= reservedTexts(engine, names, facts.minimum + facts.exists.length));
    const length = (): number =>
      (ample ??= Math.max(lengthOfAmple(engine, names(), most), ...reserve().map((name) => name.length + QUOTES)));
    let many: boolean | undefined;
    const inexhaustible = (): boolean => (many ??= !narrowed || hasMoreTexts(engine, names(), MOST_MEMBERS));
    regions.push({
      any: !narrowed,
      inexhaustible,
      ample: length,
      reserved: reserve,
      names,
      possible(used) {
        some ??= !narrowed || !strings.isEmpty(strings.both(undeclared(), matching));
        // Without patterns there is always another name.
        if (!some || !narrowed || used === undefined) return some;
        const unusable = used();
        // If there are more names than one object can use, a name remains unused. So no automaton has to be built to
        // find one.
        if (unusable.size === 0 || (unusable.size <= most && length() !== Number.POSITIVE_INFINITY)) return true;
        if (inexhaustible()) return true;
        return !strings.isEmpty(strings.both(strings.both(undeclared(), matching), strings.other(stringsOf(unusable))));
      },
      variants: variants(own, could),
    });
  }

  function split(set: StringSet, matched: ReadonlySet<string>, at: number): void {
    if (matched.size > 1 && strings.isEmpty(set)) return;
    const next = patterns[at];
    if (next === undefined) {
      add(set, matched);
      return;
    }
    const [key, pattern] = next;
    split(strings.both(set, pattern()), new Set([...matched, key]), at + 1);
    // Names that match no pattern are often disallowed: then nothing has to be subtracted.
    if (at === patterns.length - 1 && literalsIn(matched) === undefined) return;
    split(strings.both(set, strings.other(pattern())), matched, at + 1);
  }

  if (patterns.length > 0 || literalsIn(new Set()) !== undefined) split(ANY_STRING, new Set(), 0);
  return regions;
}

function lengthOfAmple(engine: Engine, names: Regex, most: number): number {
  const plain = lengthOfMany(engine, and(names, plainTexts), most);
  if (plain !== undefined) return plain + QUOTES;
  const any = lengthOfMany(engine, names, most);
  return any === undefined ? Number.POSITIVE_INFINITY : LONGEST_ESCAPE * any + QUOTES;
}

/**
 * Some regions contain so few names that one object may use all of them. Returns the names of these regions. In an
 * object that counts its names, the caller treats these names like declared names.
 *
 * @returns undefined if the search takes too long.
 */
export function scarceNames(
  context: NodeContext,
  regions: readonly FreeNames[],
  { minimum, exists }: ObjectFacts,
): readonly string[] | undefined {
  const most = countedNames(context, minimum) + exists.length;
  const found: string[] = [];
  for (const region of regions) {
    if (region.ample() !== Number.POSITIVE_INFINITY) continue;
    const texts = fewTexts(context.engine, region.names(), most);
    if (texts === undefined) return undefined;
    for (const text of texts) found.push(utf8Decode(text));
  }
  return found;
}

const refusedKey = ({ literal }: Extract<NameSet, { kind: "refused" }>): string => `names ${literal}`;
