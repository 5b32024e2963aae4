// Turns one case of an object into a plan for writing it: the declared names in order, each with the node of its value;
// the undeclared names, grouped by the patterns that they match; and what must be counted or remembered.
//
// The declared names come in this order: the schema's own `properties`; those of the schemas that it refers to and
// combines; names that are only required; and, if names are counted, names that match a pattern with few matches.
// Undeclared names come last.

import { ANY_STRING, isWritable } from "../strings/string-set.js";
import { tooManyNamePatterns, unknownNames } from "./faults.js";
import { countedNames, freeNames, scarceNames } from "./free-names.js";
import type { Literal } from "./literal.js";
import { isAmong, literalsOfName, type NameSet, type ObjectFacts } from "./object-facts.js";
import { BEGIN, isAffordable, leastMembers, needsOf } from "./object-least.js";
import type { DeclaredName, FreeNames, NodeContext, ObjectPlan, Variant } from "./plan.js";
import { whatIs } from "./valuation.js";

/** The largest number of obligations in one case: conditions that some property has to fulfil. */
const MAX_WANTED = 16;
const NONE: readonly never[] = [];

export function createObjectPlanner(context: NodeContext): (facts: ObjectFacts) => ObjectPlan {
  const { literals, strings, scalars, matches } = context;

  /** Returns the base node, and one node for each set of obligations that its value could fulfil. */
  function variantsOf(base: readonly Literal[], facts: ObjectFacts, could: readonly number[]): readonly Variant[] {
    if (could.length === 0) return [{ node: context.of(base), settles: 0 }];
    let always = 0;
    const chosen: number[] = [];
    for (const wish of could) {
      if (facts.exists[wish]!.literals.length === 0) always |= 1 << wish;
      else chosen.push(wish);
    }
    const variants: Variant[] = [];
    for (let subset = 0; subset < 1 << chosen.length; subset++) {
      let settles = always;
      const all = [...base];
      chosen.forEach((wish, i) => {
        if (((subset >> i) & 1) === 0) return;
        settles |= 1 << wish;
        all.push(...facts.exists[wish]!.literals);
      });
      variants.push({ node: context.of(all), settles });
    }
    return variants;
  }

  /** An enum's names keep its order; others are sorted by length. */
  function inGivenOrder(names: readonly string[], facts: ObjectFacts): readonly string[] {
    const allowed = scalars.of(facts.names).strings;
    if (allowed.kind !== "finite") return names;
    const wanted = new Set(names);
    return [...allowed.values].filter((name) => wanted.has(name));
  }

  const holds = (names: NameSet, name: string): boolean =>
    names.kind === "refused" ? !strings.has(scalars.of([names.literal]).strings, name) : isAmong(names, name, matches);

  function declaredNames(facts: ObjectFacts, scarce: readonly string[]): readonly DeclaredName[] {
    const order = new Set<string>();
    for (const { properties } of facts.scopes) for (const name of properties.keys()) order.add(name);
    for (const name of facts.required) order.add(name);
    for (const name of facts.extras.keys()) order.add(name);
    for (const { names } of facts.exists) {
      if (names.kind === "additional") for (const name of names.scope.properties.keys()) order.add(name);
    }
    for (const [name, needed] of facts.dependent) {
      order.add(name);
      for (const other of needed) order.add(other);
    }
    for (const name of scarce) order.add(name);
    const position = facts.dependent.length === 0 ? undefined : new Map([...order].map((name, i) => [name, i]));
    const allowedNames = facts.names.length === 0 ? ANY_STRING : scalars.of(facts.names).strings;
    const neededBy = (name: string, positions: ReadonlyMap<string, number>): readonly number[] =>
      facts.dependent.flatMap(([trigger, needed]) =>
        trigger === name ? needed.flatMap((other) => (other === name ? [] : [positions.get(other)!])) : [],
      );
    return [...order].map((name) => {
      const own = literalsOfName(facts.scopes, name, (pattern) => matches(pattern, name));
      const extra = facts.extras.get(name) ?? [];
      const dead =
        own.some(literals.refusesAll) ||
        !isWritable(name) ||
        extra.includes(literals.nothing) ||
        (allowedNames !== ANY_STRING && !strings.has(allowedNames, name));
      // Most objects have no obligations, so these lists are shared.
      const could =
        facts.exists.length === 0
          ? NONE
          : facts.exists.flatMap(({ names }, wish) => (holds(names, name) ? [wish] : []));
      const variants = dead ? [] : variantsOf(extra.length === 0 ? own : [...own, ...extra], facts, could);
      return {
        name,
        required: facts.required.has(name),
        possible: () => variants.some(({ node }) => context.inhabited(node)),
        variants,
        needs: position === undefined ? NONE : neededBy(name, position),
      };
    });
  }

  return (facts) => {
    if (facts.exists.length > MAX_WANTED) throw tooManyNamePatterns(MAX_WANTED);
    const required = facts.required.size;
    const regionsBeside = (declared: readonly DeclaredName[]): readonly FreeNames[] =>
      freeNames(context, facts, declared, (base, could) => variantsOf(base, facts, could));
    let named: readonly DeclaredName[] | undefined;
    let regions: readonly FreeNames[] | undefined;
    function declared(): readonly DeclaredName[] {
      if (named !== undefined) return named;
      named = declaredNames(facts, []);
      if (facts.minimum <= required && facts.exists.length === 0) return named;
      // Names are counted, so each region must have enough of them.
      regions = regionsBeside(named);
      const scarce = scarceNames(context, regions, facts);
      if (scarce === undefined) throw unknownNames();
      if (scarce.length > 0) {
        named = declaredNames(facts, inGivenOrder(scarce, facts));
        regions = undefined;
      }
      return named;
    }
    /** A plan that has been found possible stays possible, so the positive answer is cached. */
    let surely = false;
    let plain: boolean | undefined;
    const mostFree = countedNames(context, facts.minimum);
    let unlimited: boolean | undefined;
    /** A maximum that no object can reach is dropped; the number of undeclared names is limited anyway. */
    const maximum = (): number =>
      facts.maximum !== Number.POSITIVE_INFINITY && facts.maximum >= declared().length + mostFree + facts.exists.length
        ? Number.POSITIVE_INFINITY
        : facts.maximum;
    const plan: ObjectPlan = {
      declared,
      mostFree,
      unlimited() {
        return (unlimited ??=
          context.limits.freeNames === Number.POSITIVE_INFINITY &&
          facts.maximum === Number.POSITIVE_INFINITY &&
          plan
            .free()
            .every(
              (names) =>
                !names.variants.some(({ node }) => context.inhabited(node)) ||
                !names.possible() ||
                names.inexhaustible(),
            ));
      },
      free() {
        return (regions ??= regionsBeside(declared()));
      },
      minimum: facts.minimum <= required ? 0 : facts.minimum,
      maximum,
      most: facts.maximum,
      wanted: facts.exists.length,
      plain() {
        return (plain ??=
          facts.exists.length === 0 &&
          facts.dependent.length === 0 &&
          facts.minimum <= required &&
          maximum() === Number.POSITIVE_INFINITY);
      },
      alive: () => (surely ||= aliveObject(plan, context)),
    };
    return plan;
  };
}

function aliveObject(plan: ObjectPlan, context: NodeContext): boolean {
  const declared = plan.declared();
  const needed = new Set<number>();
  const pending = declared.flatMap(({ required }, i) => (required ? [i] : []));
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (needed.has(i)) continue;
    needed.add(i);
    if (!declared[i]!.possible()) return false;
    pending.push(...declared[i]!.needs);
  }
  if (needed.size > plan.maximum()) return false;
  if (plan.plain()) return true;
  const freeAlive = (): boolean =>
    plan.free().some((names) => names.possible() && names.variants.some(({ node }) => context.inhabited(node)));
  if (plan.minimum > needed.size) {
    const possible = declared.filter((name) => name.possible()).length;
    if (possible < plan.minimum && !freeAlive()) return false;
  }
  for (let wish = 0; wish < plan.wanted; wish++) {
    const settles = ({ node, settles }: Variant): boolean => ((settles >> wish) & 1) === 1 && context.inhabited(node);
    if (
      !declared.some(({ variants }) => variants.some(settles)) &&
      !plan.free().some((names) => names.variants.some(settles) && names.possible())
    ) {
      return false;
    }
  }
  // Conditions may exclude each other.
  const isFilled = plan.minimum > needed.size && declared.some((name) => name.needs.length > 0);
  const excludes = plan.wanted > 0 || plan.maximum() !== Number.POSITIVE_INFINITY || isFilled;
  const needs = excludes ? needsOf(declared) : undefined;
  if (needs === undefined || !isAffordable(plan)) return true;
  return leastMembers(plan, needs, BEGIN, whatIs(context.inhabited), new Map()) === 0;
}
