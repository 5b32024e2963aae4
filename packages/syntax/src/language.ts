// A whole language as one fast monitor over bytes.
//
// A state is a *configuration*: the set of readings (reading.ts) of the text so far that can still be completed, interned
// to an integer. Nearly always that is one reading without guards, and the state is a pair (lexer state, Earley set).
//
//     readings → configuration id → row of next ids by byte class, filled when first stepped
//
// A reading is kept only if it has a completion, so the monitor is trim: what it leaves can be finished. Usually the
// grammar guarantees that once and for all (`alwaysFinite`); otherwise each new reading is proved alive by a completion
// with clean boundaries (completion-cost.ts), or by a bounded search over its steps.

import type { Engine } from "@espalier/automata";
import {
  createPairTable,
  createSequenceTable,
  type Factor,
  FIRST_CONTROL,
  type Monitor,
  type Table,
} from "@espalier/monitor";
import { createBoundaries, type Endings, endingsFrom } from "./boundary.js";
import { createCompletionCost } from "./completion-cost.js";
import { DEFAULT_SYNTAX_LIMITS, SyntaxLimitError, type SyntaxLimits, SyntaxSourceError } from "./error.js";
import { createParts, type PartLimits, type Parts } from "./parts.js";
import { createReader, type Reading } from "./reading.js";
import type { SyntaxSource } from "./source.js";

/** A state of a language: the id of what may still follow. */
export type LanguageState = number;

/** A language as a monitor over bytes, with every capability; trim. */
export interface Language extends Monitor<LanguageState> {
  readonly trim: true;
  readonly controls: readonly string[];
  readonly table: Table;
  /** Present when boundaries are always clean, so that a lexer state alone decides what stays inside a lexeme. */
  readonly factor?: Factor<LanguageState>;
  cost(state: LanguageState): number;
  expected(state: LanguageState): readonly string[];
  /** The readings of a state in words, for people: what the lexer and the parser see. */
  describe(state: LanguageState): readonly ReadingView[];
  /** Bytes held by everything under this language but the engine's regexes. */
  readonly bytes: number;
}

/** One reading of a state, in words. */
export interface ReadingView {
  /** Terminals that the lexeme in progress may become; at the start of a lexeme, those allowed. */
  readonly lexeme: readonly string[];
  /** Whether a lexeme is in progress. */
  readonly inside: boolean;
  /** Terminals that the parser would take next if the lexeme in progress ended here; empty when it cannot. */
  readonly next: readonly string[];
  /** Whether the text may end here by this reading. */
  readonly accepts: boolean;
  /** Rules begun and not ended at the top of the parse, with the number of pending items. */
  readonly rules: readonly string[];
}

export interface LanguageOptions extends PartLimits {
  /** Regular expressions are shared by everything made on one engine. Default: one per process. */
  readonly engine?: Engine;
  readonly limits?: Partial<SyntaxLimits>;
}

/** Endings looked at per reading once a finite cost is known. */
const ENDINGS_VISITED = 512;

/**
 * Makes a language of `source`.
 *
 * @throws SyntaxSourceError for names that are missing or doubled and for languages with no text at all.
 * @throws GrammarError, and a limit error of the part concerned when the source is too large.
 */
export function createLanguage(source: SyntaxSource, options: LanguageOptions = {}): Language {
  const limits: SyntaxLimits = { ...DEFAULT_SYNTAX_LIMITS, ...options.limits };
  const parts = createParts(source, limits, options, options.engine);
  const { lexer, chart } = parts;
  const reader = createReader(parts, source.munch);
  const boundaries = createBoundaries(parts, source.munch);
  const completion = createCompletionCost(chart, boundaries);
  const classCount = lexer.classCount;
  const { classOf, representatives } = lexer;

  // Configurations. A lone reading without guards is found by (lexeme, set); any other list by its content.
  const simple = createPairTable();
  const lists = createSequenceTable();
  const listIds = createPairTable();
  const readingsOf: (readonly Reading[])[] = [[]];
  let rowOf = new Int32Array(256).fill(-1);
  let rows = new Int32Array(1024);
  let rowsUsed = 0;
  let costs = new Float64Array(256).fill(-1);

  function newConfiguration(readings: readonly Reading[]): LanguageState {
    const id = readingsOf.length;
    if (id >= limits.configurations) {
      throw new SyntaxLimitError("configurations", limits.configurations, "make a fresh language, or raise the limit");
    }
    readingsOf.push(readings);
    if (id >= rowOf.length) {
      const longer = new Int32Array(2 * rowOf.length).fill(-1);
      longer.set(rowOf);
      rowOf = longer;
      const more = new Float64Array(2 * costs.length).fill(-1);
      more.set(costs);
      costs = more;
    }
    return id;
  }

  let scratch = new Int32Array(64);

  function configuration(readings: readonly Reading[]): LanguageState {
    const [first] = readings;
    if (first === undefined) return 0;
    if (readings.length === 1 && first.guards.length === 0) {
      let id = simple.get(first.lexeme, first.set);
      if (id < 0) {
        id = newConfiguration([first]);
        simple.set(first.lexeme, first.set, id);
      }
      return id;
    }
    const sorted = [...readings].sort(compareReadings);
    const length = sorted.reduce((sum, reading) => sum + 3 + reading.guards.length, 0);
    if (length > scratch.length) scratch = new Int32Array(2 * length);
    let at = 0;
    for (const { lexeme, set, guards } of sorted) {
      scratch[at++] = lexeme;
      scratch[at++] = set;
      scratch[at++] = guards.length;
      for (const guard of guards) scratch[at++] = guard;
    }
    const list = lists.intern(scratch, at);
    let id = listIds.get(list, 0);
    if (id < 0) {
      id = newConfiguration(sorted);
      listIds.set(list, 0, id);
    }
    return id;
  }

  /** Merges readings that differ only in their set, drops doubles and the dead. */
  function settled(readings: Reading[]): LanguageState {
    if (readings.length === 0) return 0;
    const kept: Reading[] = [];
    for (const reading of readings) {
      if (!isLive(reading)) continue;
      const twin = kept.findIndex(
        (other) =>
          other.guards.join() === reading.guards.join() &&
          (other.lexeme === reading.lexeme || (lexer.begins(other.lexeme) && lexer.begins(reading.lexeme))) &&
          (source.munch === "none" || other.set === reading.set),
      );
      if (twin < 0) {
        kept.push(reading);
        continue;
      }
      const other = kept[twin] as Reading;
      const set = chart.merge(other.set, reading.set);
      const lexeme = lexer.begins(other.lexeme) ? reader.at(set).lexeme : other.lexeme;
      kept[twin] = { lexeme, set, guards: other.guards };
    }
    if (kept.length > limits.readings) {
      throw new SyntaxLimitError("readings", limits.readings, "the terminals overlap too much; give them priorities");
    }
    return configuration(kept);
  }

  // ---- Completability -------------------------------------------------------------------------------------------

  const endings: (Endings | undefined)[] = [];

  /** Least bytes to the end of the text over completions with clean boundaries; Infinity when none was found. */
  function cleanCost({ lexeme, set, guards }: Reading, enough: number): number {
    if (guards.length > 0) return Number.POSITIVE_INFINITY;
    if (lexer.begins(lexeme)) return completion.rest(set)[0] as number;
    const ways = (endings[lexeme] ??= endingsFrom(lexer, lexeme));
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; ; i++) {
      const allowed = best === Number.POSITIVE_INFINITY ? limits.searchSteps : ENDINGS_VISITED;
      if (i === ways.found.length && (ways.horizon >= best || !ways.more(allowed))) {
        if (best === Number.POSITIVE_INFINITY && ways.horizon !== Number.POSITIVE_INFINITY) {
          throw new SyntaxLimitError("searchSteps", limits.searchSteps, "a terminal is too long to be completed");
        }
        return best;
      }
      const ending = ways.found[i] as (typeof ways.found)[number];
      if (ending.distance >= best) return best;
      const crossed = reader.cross(set, ending.exit);
      const after = completion.rest(crossed);
      if (chart.accepts(crossed)) best = Math.min(best, ending.distance);
      if (source.munch === "none") best = Math.min(best, ending.distance + (after[0] as number));
      else
        for (const k of boundaries.within(ending.state)) best = Math.min(best, ending.distance + (after[k] as number));
      if (best <= enough) return best;
    }
  }

  const searched = new Map<string, number>();

  interface Visit {
    readonly reading: Reading;
    readonly distance: number;
    readonly from: Visit | undefined;
  }

  /**
   * As `cleanCost`, by stepping readings: for guards, and for boundaries that only the context makes possible. Best first,
   * guided by the clean cost of the reading without its guards; what is found is remembered along the whole way, so that
   * the costs met when following it are the ones promised.
   */
  function searchedCost(start: Reading): number {
    const remembered = searched.get(readingKey(start));
    if (remembered !== undefined) return remembered;
    const queue: Visit[][] = [];
    const seen = new Set<string>();
    const push = (reading: Reading, distance: number, from: Visit | undefined): void => {
      const key = readingKey(reading);
      if (seen.has(key)) return;
      seen.add(key);
      const ahead = cleanCost(
        reading.guards.length === 0 ? reading : { ...reading, guards: [] },
        Number.NEGATIVE_INFINITY,
      );
      const rank = distance + (ahead === Number.POSITIVE_INFINITY ? 0 : ahead);
      (queue[rank] ??= []).push({ reading, distance, from });
    };
    push(start, 0, undefined);
    for (let rank = 0; rank < queue.length; ) {
      const visit = queue[rank]?.pop();
      if (visit === undefined) {
        rank++;
        continue;
      }
      const { reading, distance } = visit;
      const rest = reader.accepts(reading)
        ? 0
        : (searched.get(readingKey(reading)) ?? cleanCost(reading, Number.NEGATIVE_INFINITY));
      if (rest !== Number.POSITIVE_INFINITY) {
        const total = distance + rest;
        for (let at: Visit | undefined = visit; at !== undefined; at = at.from) {
          searched.set(readingKey(at.reading), total - at.distance);
        }
        return total;
      }
      if (seen.size > limits.searchSteps) {
        const hint = "cannot tell whether the text can be completed; separate terminals that swallow each other";
        throw new SyntaxLimitError("searchSteps", limits.searchSteps, hint);
      }
      const next: Reading[] = [];
      for (let c = 0; c < classCount; c++) reader.step(reading, representatives[c] as number, next);
      for (let k = 0; k < parts.controlNames.length; k++) reader.control(reading, k, next);
      for (const candidate of next) push(candidate, distance + 1, visit);
      rank = 0;
    }
    for (const dead of seen) searched.set(dead, Number.POSITIVE_INFINITY);
    return Number.POSITIVE_INFINITY;
  }

  function readingCost(reading: Reading): number {
    const clean = cleanCost(reading, Number.NEGATIVE_INFINITY);
    return clean === Number.POSITIVE_INFINITY ? searchedCost(reading) : clean;
  }

  const liveness = createPairTable();

  function isLive(reading: Reading): boolean {
    if (reading.guards.length > 0) return searchedCost(reading) < Number.POSITIVE_INFINITY;
    if (source.munch === "none" || completion.alwaysFinite) return true;
    const known = liveness.get(reading.lexeme, reading.set);
    if (known >= 0) return known === 1;
    const live =
      cleanCost(reading, Number.MAX_VALUE) < Number.POSITIVE_INFINITY ||
      searchedCost(reading) < Number.POSITIVE_INFINITY;
    liveness.set(reading.lexeme, reading.set, live ? 1 : 0);
    return live;
  }

  // ---- Steps ----------------------------------------------------------------------------------------------------

  const out: Reading[] = [];

  function fill(state: LanguageState, byteClass: number): LanguageState {
    out.length = 0;
    for (const reading of readingsOf[state] as readonly Reading[]) {
      reader.step(reading, representatives[byteClass] as number, out);
    }
    const next = settled(out);
    if ((rowOf[state] as number) < 0) {
      if (4 * rowsUsed > limits.rowBytes) {
        rowOf.fill(-1);
        rowsUsed = 0;
      }
      if (rowsUsed + classCount > rows.length) {
        const larger = new Int32Array(Math.max(2 * rows.length, rowsUsed + classCount));
        larger.set(rows);
        rows = larger;
      }
      rowOf[state] = rowsUsed;
      rows.fill(-1, rowsUsed, rowsUsed + classCount);
      rowsUsed += classCount;
    }
    rows[(rowOf[state] as number) + byteClass] = next;
    return next;
  }

  function step(state: LanguageState, symbol: number): LanguageState | undefined {
    if (symbol < FIRST_CONTROL) {
      const byteClass = classOf[symbol] as number;
      const row = rowOf[state] as number;
      if (row >= 0) {
        const next = rows[row + byteClass] as number;
        if (next > 0) return next;
        if (next === 0) return undefined;
      }
      return fill(state, byteClass) || undefined;
    }
    out.length = 0;
    for (const reading of readingsOf[state] as readonly Reading[]) reader.control(reading, symbol - FIRST_CONTROL, out);
    return settled(out) || undefined;
  }

  const terminalName = (t: number): string => chart.rules.terminals[t] as string;

  function expected(state: LanguageState): readonly string[] {
    const names = new Set<string>();
    for (const { lexeme, set } of readingsOf[state] as readonly Reading[]) {
      if (lexer.begins(lexeme)) {
        for (const t of chart.contextTerminals(chart.context(set))) names.add(terminalName(t));
        continue;
      }
      for (const t of lexer.possible(lexeme)) names.add(terminalName(t));
      const exit = lexer.exit(lexeme);
      if (exit === 0) continue;
      for (const t of chart.contextTerminals(chart.context(reader.cross(set, exit)))) names.add(terminalName(t));
    }
    return [...names];
  }

  function describe(state: LanguageState): readonly ReadingView[] {
    return (readingsOf[state] as readonly Reading[]).map((reading) => {
      const { lexeme, set } = reading;
      const inside = !lexer.begins(lexeme);
      const exit = lexer.exit(lexeme);
      const after = inside ? (exit === 0 ? 0 : reader.cross(set, exit)) : set;
      const items = chart.items(set);
      const rules = new Set<string>();
      for (let i = 0; i < items.length; i += 2) {
        rules.add(chart.rules.nonterminals[chart.rules.ruleOf[items[i] as number] as number] as string);
      }
      return {
        lexeme: lexer.possible(lexeme).map(terminalName),
        inside,
        next: chart.contextTerminals(chart.context(after)).map(terminalName),
        accepts: reader.accepts(reading),
        rules: [...rules],
      };
    });
  }

  // The dead configuration's row is never read; the first live one is the start.
  readingsOf.length = 1;
  if (source.munch === "maximal" && !isLive(reader.start)) throw emptyLanguage(parts);
  if (source.munch === "none" && completion.rest(chart.start)[0] === Number.POSITIVE_INFINITY)
    throw emptyLanguage(parts);
  const start = configuration([reader.start]);

  const factor: Factor<LanguageState> = {
    local(state: LanguageState): number {
      const readings = readingsOf[state] as readonly Reading[];
      const [only] = readings;
      return readings.length === 1 && only !== undefined && only.guards.length === 0 ? only.lexeme : 0;
    },
    step: lexer.step,
    exit: lexer.exit,
    closes: lexer.closes,
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      const [only] = readingsOf[state] as readonly Reading[];
      const after = reader.cross((only as Reading).set, exit);
      return after === 0 ? undefined : configuration([reader.at(after)]);
    },
  };

  return {
    start,
    step,
    accepts: (state: LanguageState): boolean => (readingsOf[state] as readonly Reading[]).some(reader.accepts),
    trim: true,
    controls: parts.controlNames,
    table: { classOf, classCount, generation: 0 },
    ...(source.munch === "maximal" && completion.alwaysFinite ? { factor } : {}),
    cost(state: LanguageState): number {
      let cost = costs[state] as number;
      if (cost < 0) {
        cost = (readingsOf[state] as readonly Reading[]).reduce(
          (best, reading) => Math.min(best, reader.accepts(reading) ? 0 : readingCost(reading)),
          Number.POSITIVE_INFINITY,
        );
        costs[state] = cost;
      }
      return cost;
    },
    expected,
    describe,
    get bytes(): number {
      const readings = 96 * readingsOf.length;
      const tables = simple.bytes + lists.bytes + listIds.bytes + rowOf.byteLength + rows.byteLength + costs.byteLength;
      return chart.bytes + lexer.bytes + readings + tables;
    },
  };
}

function compareReadings(a: Reading, b: Reading): number {
  return a.lexeme - b.lexeme || a.set - b.set || (a.guards.join() < b.guards.join() ? -1 : 1);
}

function readingKey({ lexeme, set, guards }: Reading): string {
  return guards.length === 0 ? `${lexeme},${set}` : `${lexeme},${set},${guards.join()}`;
}

function emptyLanguage(parts: Parts): SyntaxSourceError {
  const unmatchable = parts.patterns.filter((_, t) => !parts.lexer.matchable(t)).map(({ name }) => name);
  const hint =
    unmatchable.length > 0
      ? `These terminals match nothing: ${unmatchable.join(", ")}`
      : "Look for rules that never end, and for terminals that swallow what should follow them";
  return new SyntaxSourceError("empty-language", "no text belongs to this language", hint);
}
