// One case of an object, made ready to be written: its declared names in order, each with the node of its value; the free names in
// regions that the patterns tell apart; and what must be counted or remembered on the way.
//
// Order: names in the order in which the schema declares them, its own `properties` first, then those of what it refers to and
// combines, then names that are only required. Free names come after all declared ones.

import type { Regex } from "@espalier/automata";
import { tooManyNamePatterns } from "./faults.js";
import type { Literal } from "./literal.js";
import type { NameSet, ObjectFacts, Scope } from "./object-cases.js";
import type { DeclaredName, FreeNames, NodeContext, ObjectPlan, Variant } from "./plan.js";
import { ANY_STRING, type StringSet, stringRegex, stringsOf } from "./string-set.js";

/** Patterns of one case, and things to settle. */
const MAX_ATOMS = 16;
/** Regions of free names. */
const MAX_REGIONS = 64;

export function createObjectPlanner(context: NodeContext): (facts: ObjectFacts) => ObjectPlan {
  const { literals, strings, scalars, meaning } = context;

  const patternSet = (source: string, schema: Parameters<typeof meaning.pattern>[1]): StringSet =>
    meaning.pattern(source, schema);

  /** The literals for a name, told which patterns match it; undefined when one of them is the impossible one. */
  function literalsOf(
    scopes: readonly Scope[],
    name: string | undefined,
    matches: (source: string, scope: Scope, index: number) => boolean,
  ): readonly Literal[] | undefined {
    const all: Literal[] = [];
    for (const scope of scopes) {
      let known = false;
      const property = name === undefined ? undefined : scope.properties.get(name);
      if (property !== undefined) {
        all.push(property);
        known = true;
      }
      scope.patterns.forEach(({ source, literal }, i) => {
        if (!matches(source, scope, i)) return;
        all.push(literal);
        known = true;
      });
      if (!known && scope.additional !== undefined) all.push(scope.additional);
    }
    return all.some((literal) => literals.schema(literal).keywords === false) ? undefined : all;
  }

  function setOf(names: NameSet): StringSet {
    switch (names.kind) {
      case "pattern":
        return patternSet(names.source, names.schema);
      case "refused":
        return strings.other(scalars.of([names.literal]).strings);
      case "additional": {
        const { properties, patterns } = names.scope;
        let set = properties.size === 0 ? ANY_STRING : strings.other(stringsOf(properties.keys()));
        for (const { source, schema } of patterns) set = strings.both(set, strings.other(patternSet(source, schema)));
        return set;
      }
    }
  }

  /** The base node, and one for each set of things that its value could settle. */
  function variantsOf(base: readonly Literal[], facts: ObjectFacts, could: readonly number[]): readonly Variant[] {
    if (could.length === 0) return [{ node: context.of(base), settles: 0 }];
    let always = 0;
    const chosen: number[] = [];
    for (const wish of could) {
      if ((facts.exists[wish] as ObjectFacts["exists"][number]).literals.length === 0) always |= 1 << wish;
      else chosen.push(wish);
    }
    const variants: Variant[] = [];
    for (let subset = 0; subset < 1 << chosen.length; subset++) {
      let settles = always;
      const all = [...base];
      chosen.forEach((wish, i) => {
        if (((subset >> i) & 1) === 0) return;
        settles |= 1 << wish;
        all.push(...(facts.exists[wish] as ObjectFacts["exists"][number]).literals);
      });
      variants.push({ node: context.of(all), settles });
    }
    return variants;
  }

  function declaredNames(facts: ObjectFacts, wishes: () => readonly StringSet[]): readonly DeclaredName[] {
    const order = new Set<string>();
    for (const { properties } of facts.scopes) for (const name of properties.keys()) order.add(name);
    for (const name of facts.required) order.add(name);
    for (const name of facts.extras.keys()) order.add(name);
    for (const [name, needed] of facts.dependent) {
      order.add(name);
      for (const other of needed) order.add(other);
    }
    const position = facts.dependent.length === 0 ? undefined : new Map([...order].map((name, i) => [name, i]));
    const allowedNames = facts.names.length === 0 ? ANY_STRING : scalars.of(facts.names).strings;
    return [...order].map((name) => {
      const own = literalsOf(facts.scopes, name, (source, scope, i) =>
        strings.has(patternSet(source, (scope.patterns[i] as Scope["patterns"][number]).schema), name),
      );
      const extra = facts.extras.get(name) ?? [];
      const dead =
        own === undefined ||
        extra.includes(literals.nothing) ||
        (allowedNames !== ANY_STRING && !strings.has(allowedNames, name));
      const could =
        facts.exists.length === 0 ? [] : wishes().flatMap((set, wish) => (strings.has(set, name) ? [wish] : []));
      const variants = dead ? [] : variantsOf([...own, ...extra], facts, could);
      const needs = facts.dependent.flatMap(([trigger, needed]) =>
        trigger === name ? needed.map((other) => position?.get(other) as number) : [],
      );
      return {
        name,
        required: facts.required.has(name),
        possible: () => variants.some(({ node }) => context.inhabited(node)),
        variants,
        needs,
      };
    });
  }

  function freeNames(
    facts: ObjectFacts,
    declared: readonly DeclaredName[],
    wishes: readonly StringSet[],
  ): readonly FreeNames[] {
    const atoms = new Map<string, StringSet>();
    for (const { patterns } of facts.scopes) {
      for (const { source, schema } of patterns) if (!atoms.has(source)) atoms.set(source, patternSet(source, schema));
    }
    if (atoms.size + wishes.length > MAX_ATOMS) throw tooManyNamePatterns(MAX_ATOMS);
    const regions: FreeNames[] = [];
    const sources = [...atoms];
    const narrowed = facts.names.length > 0 || wishes.length > 0 || sources.length > 0;
    let others: StringSet | undefined;
    /** Names that are declared nowhere and that every schema of names accepts. */
    const undeclared = (): StringSet => {
      if (others === undefined) {
        others = declared.length === 0 ? ANY_STRING : strings.other(stringsOf(declared.map(({ name }) => name)));
        if (facts.names.length > 0) others = strings.both(others, scalars.of(facts.names).strings);
      }
      return others;
    };

    const close = (matching: StringSet, matched: ReadonlySet<string>, could: readonly number[]): void => {
      const own = literalsOf(facts.scopes, undefined, (source) => matched.has(source));
      if (own === undefined) return;
      if (regions.length >= MAX_REGIONS) throw tooManyNamePatterns(MAX_REGIONS);
      let names: Regex | undefined;
      let some: boolean | undefined;
      regions.push({
        get names() {
          return (names ??= stringRegex(strings.both(undeclared(), matching)));
        },
        possible(used) {
          some ??= !narrowed || !strings.isEmpty(strings.both(undeclared(), matching));
          if (!some || !narrowed || used === undefined || used.size === 0) return some;
          // Without patterns there is always another name.
          return !strings.isEmpty(strings.both(strings.both(undeclared(), matching), strings.other(stringsOf(used))));
        },
        variants: variantsOf(own, facts, could),
      });
    };
    const splitByWish = (
      set: StringSet,
      matched: ReadonlySet<string>,
      wish: number,
      could: readonly number[],
    ): void => {
      if (wish === wishes.length) {
        close(set, matched, could);
        return;
      }
      const wanted = wishes[wish] as StringSet;
      splitByWish(strings.both(set, wanted), matched, wish + 1, [...could, wish]);
      splitByWish(strings.both(set, strings.other(wanted)), matched, wish + 1, could);
    };
    const splitByPattern = (set: StringSet, matched: ReadonlySet<string>, at: number): void => {
      if (matched.size > 1 && strings.isEmpty(set)) return;
      if (at === sources.length) {
        if (literalsOf(facts.scopes, undefined, (source) => matched.has(source)) !== undefined)
          splitByWish(set, matched, 0, []);
        return;
      }
      const [source, pattern] = sources[at] as [string, StringSet];
      splitByPattern(strings.both(set, pattern), new Set([...matched, source]), at + 1);
      // Names of no pattern at all are often not allowed: then there is nothing to subtract from.
      if (at === sources.length - 1 && literalsOf(facts.scopes, undefined, (other) => matched.has(other)) === undefined)
        return;
      splitByPattern(strings.both(set, strings.other(pattern)), matched, at + 1);
    };
    if (sources.length === 0 && literalsOf(facts.scopes, undefined, () => false) === undefined) return [];
    splitByPattern(ANY_STRING, new Set(), 0);
    return regions;
  }

  return (facts) => {
    if (facts.exists.length > MAX_ATOMS) throw tooManyNamePatterns(MAX_ATOMS);
    let wishSets: readonly StringSet[] | undefined;
    const wishes = (): readonly StringSet[] => (wishSets ??= facts.exists.map(({ names }) => setOf(names)));
    const declared = declaredNames(facts, wishes);
    const required = declared.filter((name) => name.required).length;
    let regions: readonly FreeNames[] | undefined;
    const free = (): readonly FreeNames[] => (regions ??= freeNames(facts, declared, wishes()));
    const plan: ObjectPlan = {
      declared,
      get free() {
        return free();
      },
      minimum: facts.minimum <= required ? 0 : facts.minimum,
      maximum: facts.maximum,
      wanted: facts.exists.length,
      plain:
        facts.exists.length === 0 &&
        facts.dependent.length === 0 &&
        facts.minimum <= required &&
        facts.maximum === Number.POSITIVE_INFINITY,
      alive: () => aliveObject(plan, context),
    };
    return plan;
  };
}

function aliveObject(plan: ObjectPlan, context: NodeContext): boolean {
  const { declared } = plan;
  const needed = new Set<number>();
  const pending = declared.flatMap(({ required }, i) => (required ? [i] : []));
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (needed.has(i)) continue;
    needed.add(i);
    if (!(declared[i] as DeclaredName).possible()) return false;
    pending.push(...(declared[i] as DeclaredName).needs);
  }
  if (needed.size > plan.maximum) return false;
  if (plan.plain) return true;
  const freeAlive = (): boolean =>
    plan.free.some((names) => names.possible() && names.variants.some(({ node }) => context.inhabited(node)));
  if (plan.minimum > needed.size) {
    const possible = declared.filter((name) => name.possible()).length;
    if (possible < plan.minimum && !freeAlive()) return false;
  }
  for (let wish = 0; wish < plan.wanted; wish++) {
    const settles = ({ node, settles }: Variant): boolean => ((settles >> wish) & 1) === 1 && context.inhabited(node);
    if (
      !declared.some(({ variants }) => variants.some(settles)) &&
      !plan.free.some((names) => names.variants.some(settles) && names.possible())
    ) {
      return false;
    }
  }
  return true;
}
