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
import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { tooManyCases } from "./faults.js";
import { isNegative, type Literal, type Literals, negated } from "./literal.js";

/** A case under construction. */
export interface Draft<Facts> {
  readonly facts: Facts;
  readonly taken: Set<Literal>;
  readonly pending: Pending[];
  readonly choices: Choice<Facts>[];
  /**
   * For each schema with `unevaluatedProperties` or `unevaluatedItems`: the keywords of its subschemas that evaluate
   * properties or items of the same value.
   */
  readonly observed: Observed[];
  /** A literal to leave out, to see what the other literals imply without it. */
  readonly ignored: Literal | undefined;
}

/**
 * A literal that is still to be processed. `observers` are the indexes in {@link Draft.observed} of the enclosing
 * `unevaluated…` keywords for which the properties and items of this literal count as evaluated.
 */
interface Pending {
  readonly literal: Literal;
  readonly observers: Observers;
}

/** In ascending order. */
export type Observers = readonly number[];

const NOBODY: Observers = [];

/** What has been evaluated for one `unevaluated…` keyword: the keywords of the schemas that hold in place. */
export interface Observed {
  /** The schema with the `unevaluated…` keyword. */
  readonly schema: Subschema;
  readonly keywords: readonly Keywords[];
  /** Whether everything has been evaluated. */
  readonly all: boolean;
}

/** One way in which a literal can hold: what it adds to a draft. */
export type Way<Facts> = (draft: Draft<Facts>) => void;

interface Choice<Facts> {
  readonly schema: Subschema;
  readonly ways: readonly Way<Facts>[];
  /** The literal whose negation this choice spells out. */
  readonly unless: Literal | undefined;
}

/** The operations that differ between objects and arrays. */
export interface Container<Facts> {
  readonly type: "object" | "array";
  holds(value: JsonValue): boolean;
  empty(): Facts;
  copy(facts: Facts): Facts;
  /**
   * Adds to `draft` the facts that `keywords` require of an object or array. Returns false if facts contradict each
   * other. Passes requirements that can be met in several ways to `choose`.
   */
  assert(
    draft: Draft<Facts>,
    keywords: Keywords,
    schema: Subschema,
    choose: Choose<Facts>,
    observers: Observers,
  ): boolean;
  /** Returns the ways in which a value can violate the keywords of this type. */
  deny(schema: Subschema, keywords: Keywords): readonly Way<Facts>[];
  consistent(facts: Facts): boolean;
  /** Returns whether some required part is certainly impossible. It does not expand the combinators of parts. */
  dead(facts: Facts): boolean;
  /** Returns the `unevaluated…` keyword of this type. */
  unevaluated(keywords: Keywords): Subschema | undefined;
  /** Returns whether these keywords evaluate every property or item. */
  looksAtAll(keywords: Keywords): boolean;
  /** Adds what the keyword of `observed` requires of everything that has not been evaluated. */
  restrict(facts: Facts, observed: Observed): void;
}

export type Choose<Facts> = (ways: readonly Way<Facts>[]) => boolean;

export const take =
  <Facts>(...more: readonly Literal[]): Way<Facts> =>
  (draft) => {
    for (const literal of more) draft.pending.push({ literal, observers: NOBODY });
  };

/** Like {@link take}, for literals that apply in place: what they evaluate counts for `observers`. */
export const takeInPlace =
  <Facts>(observers: Observers, ...more: readonly Literal[]): Way<Facts> =>
  (draft) => {
    for (const literal of more) draft.pending.push({ literal, observers: isNegative(literal) ? NOBODY : observers });
  };

/** Up to this many options of an anyOf, every subset of them becomes a case if it matters which ones hold. */
const MAX_OBSERVED_OPTIONS = 6;

/** A way that cannot be followed: the schema is rejected if this way turns out to matter. */
/** Units of work to apply one subschema. */
const APPLYING = 20;

export const refuse =
  <Facts>(error: Error): Way<Facts> =>
  () => {
    throw error;
  };

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
    if (isNegative(literal)) return apart || deny(draft, literal, schema, keywords);
    return !apart && assert(draft, schema, keywords, observers);
  }

  function choose(draft: Draft<Facts>, schema: Subschema, ways: readonly Way<Facts>[], unless?: Literal): boolean {
    if (ways.length === 0) return false;
    if (ways.length === 1) ways[0]!(draft);
    else draft.choices.push({ schema, ways, unless });
    return true;
  }

  function assert(draft: Draft<Facts>, schema: Subschema, keywords: Keywords, outer: Observers): boolean {
    const observers = observe(draft, schema, keywords, outer);
    for (const values of valuesOf(keywords)) {
      const same = values.filter(container.holds).map((value) => take<Facts>(literals.ofValue(value)));
      if (!choose(draft, schema, same)) return false;
    }
    if (!container.assert(draft, keywords, schema, (ways) => choose(draft, schema, ways), observers)) return false;
    const inPlace = (...more: readonly Literal[]): Way<Facts> => takeInPlace(observers, ...more);
    for (const target of keywords.references ?? []) inPlace(literals.of(target))(draft);
    for (const part of keywords.allOf ?? []) inPlace(literals.of(part))(draft);
    if (keywords.not !== undefined) inPlace(negated(literals.of(keywords.not)))(draft);
    if (keywords.anyOf !== undefined && !choose(draft, schema, someOf(keywords.anyOf, schema, observers))) return false;
    if (keywords.oneOf !== undefined && !choose(draft, schema, exactlyOne(keywords.oneOf, observers))) return false;
    const { if: conditional } = keywords;
    if (conditional !== undefined && (conditional.then ?? conditional.else ?? observers[0]) !== undefined) {
      const condition = literals.of(conditional.condition);
      const yes = conditional.then === undefined ? [condition] : [condition, literals.of(conditional.then)];
      const no = conditional.else === undefined ? [] : [literals.of(conditional.else)];
      choose(draft, schema, [inPlace(...yes), inPlace(negated(condition), ...no)]);
    }
    return true;
  }

  /**
   * Records for all observers what a schema evaluates. Returns the observers of the schemas that it applies in place.
   */
  function observe(draft: Draft<Facts>, schema: Subschema, keywords: Keywords, outer: Observers): Observers {
    const unevaluated = container.unevaluated(keywords);
    let observers = outer;
    if (unevaluated !== undefined && unevaluated.keywords !== true) {
      observers = [...outer, draft.observed.length];
      draft.observed.push({ schema, keywords: [], all: false });
    }
    for (const number of observers) {
      const observed = draft.observed[number]!;
      const own = observed.schema === schema;
      const all = observed.all || container.looksAtAll(keywords) || (!own && unevaluated !== undefined);
      draft.observed[number] = { schema: observed.schema, keywords: [...observed.keywords, keywords], all };
    }
    return observers;
  }

  /** One option has to hold. If it matters which ones do, every subset of options is a way. */
  function someOf(all: readonly Subschema[], schema: Subschema, observers: Observers): readonly Way<Facts>[] {
    const options = possible(all);
    if (observers.length === 0) return options.map((option) => take<Facts>(option));
    if (options.length > MAX_OBSERVED_OPTIONS) throw tooManyCases(schema, 2 ** MAX_OBSERVED_OPTIONS);
    const ways: Way<Facts>[] = [];
    for (let set = 1; set < 2 ** options.length; set++) {
      ways.push(
        takeInPlace(observers, ...options.map((option, i) => (((set >> i) & 1) === 1 ? option : negated(option)))),
      );
    }
    return ways;
  }

  function deny(draft: Draft<Facts>, literal: Literal, schema: Subschema, keywords: Keywords): boolean {
    const ways: Way<Facts>[] = [];
    for (const values of valuesOf(keywords)) {
      const same = values.filter(container.holds);
      if (same.length === 0) return true;
      ways.push(take(...same.map((value) => negated(literals.ofValue(value)))));
    }
    ways.push(...container.deny(schema, keywords));
    for (const target of keywords.references ?? []) ways.push(take(negated(literals.of(target))));
    for (const part of keywords.allOf ?? []) ways.push(take(negated(literals.of(part))));
    if (keywords.not !== undefined) ways.push(take(literals.of(keywords.not)));
    if (keywords.anyOf !== undefined) ways.push(take(...possible(keywords.anyOf).map(negated)));
    if (keywords.oneOf !== undefined) ways.push(...notExactlyOne(keywords.oneOf));
    const { if: conditional } = keywords;
    if (conditional !== undefined) {
      const condition = literals.of(conditional.condition);
      if (conditional.then !== undefined) ways.push(take(condition, negated(literals.of(conditional.then))));
      if (conditional.else !== undefined) ways.push(take(negated(condition), negated(literals.of(conditional.else))));
    }
    return choose(draft, schema, ways, negated(literal));
  }

  /** Returns the options that may hold for a value of this type. */
  function possible(options: readonly Subschema[]): readonly Literal[] {
    return options
      .filter(({ keywords }) => keywords === true || (keywords !== false && keywords.types?.has(type) !== false))
      .map((option) => literals.of(option));
  }

  const known = new Map<Literal, Map<Literal, boolean>>();
  const together = new Map<string, boolean>();

  /** Returns whether certainly no value of this type satisfies both, judged without choosing between ways. */
  function apart(a: Literal, b: Literal): boolean {
    if (a > b) return apart(b, a);
    let verdicts = known.get(a);
    if (verdicts === undefined) known.set(a, (verdicts = new Map()));
    let verdict = verdicts.get(b);
    if (verdict === undefined) {
      verdict = differ(a, b) || contradict([a, b]);
      verdicts.set(b, verdict);
    }
    return verdict;
  }

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

  function exactlyOne(all: readonly Subschema[], observers: Observers): readonly Way<Facts>[] {
    const options = possible(all);
    return options.map((option, i) => {
      const others = options.filter((other, j) => j !== i && !apart(option, other));
      return takeInPlace(observers, option, ...others.map(negated));
    });
  }

  function notExactlyOne(all: readonly Subschema[]): readonly Way<Facts>[] {
    const options = possible(all);
    const ways: Way<Facts>[] = [take(...options.map(negated))];
    options.forEach((option, i) => {
      for (const other of options.slice(i + 1)) if (!apart(option, other)) ways.push(take(option, other));
    });
    return ways;
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
    let open = draft.choices.filter((choice) => !isVacuous(draft, choice));
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
   * other literals exclude anyway. The same negation may occur several times, so the test leaves out every occurrence.
   */
  function isVacuous(draft: Draft<Facts>, { unless }: Choice<Facts>): boolean {
    if (unless === undefined) return false;
    const positive = [...draft.taken].filter((literal) => !isNegative(literal));
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
    const copy = copyOf(draft);
    copy.taken.delete(negated(literal));
    take<Facts>(literal)(copy);
    return !settle(copy) || container.dead(copy.facts);
  }

  return (conjunction) => {
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
      for (const way of choice.ways) {
        const copy = copyOf(draft);
        way(copy);
        if (settle(copy) && !container.dead(copy.facts)) alive.push(copy);
      }
      opened += alive.length;
      if (opened > limit) throw tooManyCases(choice.schema, limit);
      drafts.push(...alive.reverse());
    }
    return cases;
  };

  function copyOf({ facts, taken, choices, observed, ignored }: Draft<Facts>): Draft<Facts> {
    return {
      ignored,
      facts: container.copy(facts),
      taken: new Set(taken),
      pending: [],
      choices: [...choices],
      observed: [...observed],
    };
  }
}

/** Returns the lists of values that `const` and `enum` name. */
function valuesOf({ const: constant, enum: values }: Keywords): readonly (readonly JsonValue[])[] {
  return [...(constant === undefined ? [] : [[constant.value]]), ...(values === undefined ? [] : [values])];
}
