// Turns a conjunction of subschemas into a list of cases: conjunctions of facts about objects (object-cases.ts) or
// arrays (array-cases.ts) without combinators. A container satisfies the conjunction exactly if it satisfies one of the
// cases.
//
// A *literal* is a subschema or its negation. Literals are processed one after another. A literal that can hold in
// several ways (an `anyOf`, a negated conjunction) is processed after all literals that can hold in only one way; each
// of its ways then becomes a case. If the facts that are known so far already exclude a schema, its negation holds and
// adds no case. This keeps a `oneOf` over a discriminator (a required property with a different constant in each
// branch) as small as an `anyOf`.

import { burn } from "@espalier/monitor";
import { onceFor } from "../text/recall.js";
import { type Choice, type Container, type Draft, type Pending, take } from "./drafts.js";
import { tooManyCases } from "./faults.js";
import { isNegative, type Literal, type Literals, negated } from "./literal.js";
import { createWays } from "./ways.js";

/** Units of work to apply one subschema. */
const APPLYING = 20;

/**
 * @returns a function from a conjunction to its cases, which throws SchemaError if there would be more than `limit`.
 */
export function createCaseReader<Facts>(
  literals: Literals,
  container: Container<Facts>,
  differ: (a: Literal, b: Literal) => boolean,
  limit: number,
): (conjunction: readonly Literal[]) => readonly Facts[] {
  const { type } = container;

  /** Adds what `literal` states to the draft; returns false if that is a contradiction. */
  function apply(draft: Draft<Facts>, { literal, observers }: Pending): boolean {
    if (literal === draft.ignored || (draft.taken.has(literal) && observers.length === 0)) return true;
    if (draft.taken.has(negated(literal))) return false;
    burn("schema", APPLYING);
    draft.taken.add(literal);
    const schema = literals.schema(literal);
    const { keywords } = schema;
    if (typeof keywords === "boolean") return keywords !== isNegative(literal);
    const apart = keywords.types !== undefined && !keywords.types.has(type);
    if (isNegative(literal)) return apart || ways.deny(draft, literal, schema, keywords);
    return !apart && ways.assert(draft, schema, keywords, observers);
  }

  const apartFrom = onceFor((a: Literal) => onceFor((b: Literal) => differ(a, b) || contradict([a, b])));

  /** Returns whether certainly no value of this type satisfies both, judged without choosing between ways. */
  const apart = (a: Literal, b: Literal): boolean => (a > b ? apartFrom(b)(a) : apartFrom(a)(b));

  const ways = createWays(literals, container, apart);
  const together = new Map<string, boolean>();

  /**
   * Returns whether a conjunction of literals (subschemas or negated subschemas) is evidently unsatisfiable. Uses only
   * literals that can hold in only one way, and leaves out every occurrence of `ignored`.
   */
  function contradict(conjunction: readonly Literal[], ignored?: Literal): boolean {
    const draft = draftOf(conjunction, ignored);
    return !settle(draft) || container.dead(draft.facts);
  }

  function draftOf(conjunction: readonly Literal[], ignored?: Literal): Draft<Facts> {
    const draft: Draft<Facts> = {
      facts: container.empty(),
      taken: new Set(),
      pending: [],
      choices: [],
      observed: [],
      ignored,
    };
    take<Facts>(...conjunction)(draft);
    return draft;
  }

  /** Processes every literal that can hold in only one way; returns false if that is a contradiction. */
  function settle(draft: Draft<Facts>): boolean {
    // Literals are processed in the order in which they were met, because this becomes the order of the properties.
    for (let i = 0; i < draft.pending.length; i++) if (!apply(draft, draft.pending[i]!)) return false;
    draft.pending.length = 0;
    return container.consistent(draft.facts);
  }

  /** Takes the choice with the fewest ways, which decides the most, among those that do not hold anyway. */
  function nextChoice(draft: Draft<Facts>): Choice<Facts> | undefined {
    if (draft.choices.length === 0) return undefined;
    const positive = [...draft.taken].filter((literal) => !isNegative(literal));
    let open = draft.choices.filter((choice) => !isVacuous(positive, choice));
    while (open.length > 0) {
      const next = open.reduce((best, choice) => (choice.ways.length < best.ways.length ? choice : best));
      open = open.filter((choice) => choice !== next);
      if (next.unless !== undefined && excludes(draft, next.unless)) continue;
      draft.choices.length = 0;
      draft.choices.push(...open);
      return next;
    }
    return undefined;
  }

  /**
   * Returns whether a choice (a literal that can hold in several ways) is superfluous: it negates a subschema that the
   * `positive` literals exclude anyway. The same negation may occur several times, so all its occurrences are left out.
   */
  function isVacuous(positive: readonly Literal[], { unless }: Choice<Facts>): boolean {
    if (unless === undefined) return false;
    if (positive.some((literal) => differ(literal, unless))) return true;
    const key = `${positive.join()} ${unless}`;
    let verdict = together.get(key);
    if (verdict === undefined) {
      verdict = contradict([...positive, unless], negated(unless));
      together.set(key, verdict);
    }
    return verdict;
  }

  /**
   * Returns whether the facts of a draft already exclude `literal` (a subschema or a negated subschema). Uses only
   * literals that can hold in only one way. The negation of `literal` is a choice that has not been processed, so the
   * facts do not depend on it.
   */
  function excludes(draft: Draft<Facts>, literal: Literal): boolean {
    const copy = copyOf(container, draft);
    copy.taken.delete(negated(literal));
    take<Facts>(literal)(copy);
    return !settle(copy) || container.dead(copy.facts);
  }

  /** Returns whether a literal allows no value of the type, by the types that it names. */
  function isOfOtherTypes(literal: Literal): boolean {
    const { keywords } = literals.schema(literal);
    if (isNegative(literal) || keywords === true) return false;
    return keywords === false || (keywords.types !== undefined && !keywords.types.has(type));
  }

  return (conjunction) => {
    // Most nodes are one schema, which names other types.
    if (conjunction[0] !== undefined && isOfOtherTypes(conjunction[0])) return [];
    const cases: Facts[] = [];
    const whole = draftOf(conjunction);
    const drafts = settle(whole) ? [whole] : [];
    let opened = 1;
    for (let draft = drafts.pop(); draft !== undefined; draft = drafts.pop()) {
      const choice = nextChoice(draft);
      if (choice === undefined) {
        for (const observed of draft.observed) if (!observed.all) container.restrict(draft.facts, observed);
        if (container.consistent(draft.facts)) cases.push(draft.facts);
        continue;
      }
      const alive: Draft<Facts>[] = [];
      for (const [i, way] of choice.ways.entries()) {
        // The last way needs no copy, because the draft itself is not used any more.
        const its = i === choice.ways.length - 1 ? draft : copyOf(container, draft);
        way(its);
        if (settle(its) && !container.dead(its.facts)) alive.push(its);
      }
      opened += alive.length;
      if (opened > limit) throw tooManyCases(choice.schema, limit);
      drafts.push(...alive.reverse());
    }
    return cases;
  };
}

function copyOf<Facts>(
  container: Container<Facts>,
  { facts, taken, choices, observed, ignored }: Draft<Facts>,
): Draft<Facts> {
  return {
    ignored,
    facts: container.copy(facts),
    // A set is copied faster by way of an array.
    taken: new Set([...taken]),
    pending: [],
    choices: [...choices],
    observed: [...observed],
  };
}
