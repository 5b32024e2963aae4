// What a literal adds to a case: facts if it can hold in only one way, otherwise a choice between ways (`anyOf`, `oneOf`, `if`, and all negations of several
// requirements).

import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { type Container, type Draft, type Observers, take, takeInPlace, type Way } from "./drafts.js";
import { tooManyCases } from "./faults.js";
import { type Literal, type Literals, negated } from "./literal.js";

/** Up to this many options of an anyOf, every subset of them becomes a case if it matters which ones hold. */
const MAX_OBSERVED_OPTIONS = 6;

/** Both return false if the draft then contains a contradiction. */
export interface Ways<Facts> {
  /** Adds what a schema requires. `outer` are the observers of the place where it applies. */
  assert(draft: Draft<Facts>, schema: Subschema, keywords: Keywords, outer: Observers): boolean;
  /** Adds the negation of a schema, which is the literal `literal`. */
  deny(draft: Draft<Facts>, literal: Literal, schema: Subschema, keywords: Keywords): boolean;
}

/** @param apart whether certainly no value satisfies both literals. */
export function createWays<Facts>(
  literals: Literals,
  container: Container<Facts>,
  apart: (a: Literal, b: Literal) => boolean,
): Ways<Facts> {
  const { type } = container;

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

  return { assert, deny };
}

/** Returns the lists of values that `const` and `enum` name. */
function valuesOf({ const: constant, enum: values }: Keywords): readonly (readonly JsonValue[])[] {
  return [...(constant === undefined ? [] : [[constant.value]]), ...(values === undefined ? [] : [values])];
}
