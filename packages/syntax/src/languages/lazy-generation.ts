// One generation (generations.ts) of a lazy language: the tables that its texts fill, and the steps over them. Nothing
// is analysed in advance: the guarantees of the source (lazy-source.ts) replace the analysis of createLanguage. So a
// state is always one reading (a lexer state and an Earley set), and it is always live.
//
// If any terminal can still match after a byte, the byte continues the lexeme in progress; otherwise the byte begins
// the next lexeme. This choice is never ambiguous. Results are cached in three places: lexer states in the lexer that
// all lazy languages of an engine share; Earley sets in the chart; and here, for each set and the terminals that have
// matched, the set after the lexeme.

import type { Engine } from "@espalier/automata";
import { type ChartLimits, createChart, createLazyCost, DEAD_SET, type SetId } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import { createPairTable, type Factor, FIRST_CONTROL, type Narrowed } from "@espalier/monitor";
import { createLazyIntersection } from "../intersection/lazy-readings.js";
import type { SyntaxLimits } from "../states/error.js";
import { type Generation, isHalfUsed, type LanguageState, VAGUE_STATE } from "../states/generations.js";
import type { ReadingView } from "../states/reading-view.js";
import { createLazyConfigurations } from "../tracking/lazy-configurations.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import type { LazySource } from "../tracking/lazy-source.js";
import { createLazyTerminals } from "../tracking/lazy-terminals.js";
import { createLexemeTexts, UNKNOWN_TEXT } from "../tracking/lexeme-texts.js";
import { createTrackedLexemes, VAGUE_SET } from "../tracking/tracked-lexemes.js";
import { createLazyLexemeSteps, DEAD, VAGUE } from "./lazy-lexeme-steps.js";
import { createLazyStateCosts } from "./lazy-state-costs.js";
import { createTwoTexts } from "./two-texts.js";

const NO_BYTES: readonly number[] = [];

/** What all generations of a language share. */
export interface LazyShared {
  readonly engine: Engine;
  readonly lexer: OpenLexer;
  readonly limits: SyntaxLimits;
  readonly chart: Partial<ChartLimits> | undefined;
}

/** The factor of a lazy language, with everything that sketches need. */
type SketchingFactor = Omit<Factor<LanguageState>, "automaton"> &
  Required<
    Pick<
      Factor<LanguageState>,
      "inside" | "replace" | "sketch" | "narrowed" | "costsAlike" | "vague" | "lowering" | "loose"
    >
  >;

/** @throws a limit error of the part concerned, from any method past a limit. */
export function createLazyGeneration(source: LazySource, shared: LazyShared, first: number): Generation {
  const { engine, lexer, limits } = shared;
  const chart = createChart(source.rules, shared.chart);
  const terminals = createLazyTerminals(source, lexer, chart);
  const completion = createLazyCost(chart);
  const texts = createLexemeTexts();
  const tracked = createTrackedLexemes(source, chart, lexer, terminals, texts);
  const takesTwoTexts = createTwoTexts(engine);
  const configurations = createLazyConfigurations(limits.configurations, first);
  const crossings = createPairTable();
  const machines: LazyMachines = { source, engine, lexer, chart, terminals, tracked, texts, configurations };

  /** Returns the set after a lexeme that began in `set` and has the exit `exit`; `text` is 0 if it does not matter. */
  function crossed(set: SetId, exit: number, text: number): SetId {
    if (text !== 0) return tracked.crossed(set, exit, text);
    const its = terminals.ofExit(exit);
    // The chart caches what follows a single terminal.
    if (its.length === 1) return chart.scan(set, its[0]!);
    let after = crossings.get(set, exit);
    if (after >= 0) return after;
    after = DEAD_SET;
    for (let i = 0; i < its.length; i++) after = chart.merge(after, chart.scan(set, its[i]!));
    crossings.set(set, exit, after);
    return after;
  }

  // For each set, the state at the start of a lexeme; 0 if not created.
  const beginnings: LanguageState[] = [0];

  /** Returns the state at the start of a lexeme after `set`; 0 if that is dead. */
  function at(set: SetId): LanguageState {
    if (set === VAGUE_SET) return VAGUE_STATE;
    const known = beginnings[set];
    if (known !== undefined && (known !== 0 || set === DEAD_SET)) return known;
    while (beginnings.length <= set) beginnings.push(0);
    const made = configurations.before(tracked.begin(set), set, 0);
    beginnings[set] = made;
    return made;
  }

  /**
   * Returns the state inside a lexeme that began in `set`, after the lexeme has been read up to the lexer state
   * `lexeme`. If the lexeme cannot be longer, it ends at once. Returns 0 if nothing can follow.
   */
  function settled(lexeme: number, set: SetId, text: number): LanguageState {
    const mattering = text === 0 ? 0 : textThatMatters(lexeme, set, text);
    if (mattering === VAGUE) return VAGUE_STATE;
    if (mattering === DEAD) return 0;
    if (lexer.closes(lexeme)) return at(crossed(set, lexer.exit(lexeme), mattering));
    return configurations.inside(lexeme, set, mattering);
  }

  /**
   * Decides whether the text of a lexeme so far must be stored in the state. It returns `text` if some tracked edge,
   * whose continuation depends on the text, may still read the lexeme, and 0 if no tracked edge can. It returns
   * {@link VAGUE} if the text is unknown and matters, and {@link DEAD} if the grammar refuses every text that the lexer
   * could still read.
   */
  function textThatMatters(lexeme: number, set: SetId, text: number): number {
    let matters = false;
    let live = false;
    for (const edge of tracked.of(set)) {
      const left = lexer.leftOf(lexeme, edge.slot);
      if (left === 0) continue;
      if (edge.unsure && !takesTwoTexts(left) && !tracked.reserves(edge, text)) return VAGUE;
      matters = true;
      live ||= edge.refused < 0 || tracked.takesAny(edge, text, left);
    }
    live ||= !matters || hasUntracked(lexeme, set);
    if (!live) return DEAD;
    return matters ? text : 0;
  }

  /** Returns whether a lexeme may become an untracked terminal. */
  function hasUntracked(lexeme: number, set: SetId): boolean {
    const slots = new Set(tracked.of(set).map(({ slot }) => slot));
    const allowed = chart.lookaheadTerminals(chart.lookahead(set));
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      if (!slots.has(slot)) return true;
      if (terminals.ofSlot(slot).some((t) => source.rules.tracked?.(t) !== true && allowed.includes(t))) return true;
    }
    return false;
  }

  function step(state: LanguageState, symbol: number): LanguageState | undefined {
    if (symbol >= FIRST_CONTROL) return undefined;
    const lexeme = configurations.lexeme(state);
    const set = configurations.set(state);
    const longer = lexer.step(lexeme, symbol);
    if (longer !== 0) return settled(longer, set, textAfter(state, set, symbol)) || undefined;
    const exit = lexer.exit(lexeme);
    if (exit === 0) return undefined;
    const after = crossed(set, exit, configurations.text(state));
    if (after === DEAD_SET) return undefined;
    if (after === VAGUE_SET) return VAGUE_STATE;
    const first = lexer.step(tracked.begin(after), symbol);
    if (first === 0) return undefined;
    return settled(first, after, tracked.of(after).length > 0 ? texts.longer(0, symbol) : 0) || undefined;
  }

  /** Returns the text of the lexeme after one more byte; 0 if it does not matter. */
  function textAfter(state: LanguageState, set: SetId, byte: number): number {
    const text = configurations.text(state);
    if (text === 0 && (configurations.isInside(state) || tracked.of(set).length === 0)) return 0;
    return texts.longer(text, byte);
  }

  /** Returns the set of the parser if the lexeme in progress ends here; dead if it cannot. */
  function ended(state: LanguageState): SetId {
    const set = configurations.set(state);
    if (!configurations.isInside(state)) return set;
    const exit = lexer.exit(configurations.lexeme(state));
    const after = exit === 0 ? DEAD_SET : crossed(set, exit, configurations.text(state));
    return after === VAGUE_SET ? DEAD_SET : after;
  }

  const costs = createLazyStateCosts(machines, { completion, crossed, at });
  const lexemes = createLazyLexemeSteps(machines, { at, settled, textThatMatters, textAfter });

  function possible(state: LanguageState): readonly number[] {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    const allowed = chart.lookaheadTerminals(chart.lookahead(set));
    const met = new Set<number>();
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      for (const t of terminals.ofSlot(slot)) met.add(t);
      for (const edge of tracked.of(set)) if (edge.slot === slot) met.add(edge.terminal);
    }
    return allowed.filter((t) => met.has(t));
  }

  const namesOf = (list: readonly number[]): readonly string[] => [...new Set(list.map((t) => source.terminalName(t)))];
  const following = (set: SetId): readonly number[] => chart.lookaheadTerminals(chart.lookahead(set));

  /** Returns whether the text does not affect the state, now or later in this lexeme. */
  function textless(state: LanguageState): boolean {
    if (configurations.text(state) !== 0) return false;
    return configurations.isInside(state) || tracked.of(configurations.set(state)).length === 0;
  }

  /** Returns whether every tracked edge that may take the lexeme in progress has a state for an unknown text. */
  function canEndUnknown(state: LanguageState): boolean {
    const lexeme = configurations.lexeme(state);
    const edges = tracked.of(configurations.set(state));
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      if (edges.some((edge) => edge.slot === slot && (source.followAny?.(edge.edge) ?? -1) < 0)) return false;
    }
    return true;
  }

  const isSketched = (state: LanguageState): boolean =>
    state === VAGUE_STATE || configurations.text(state) === UNKNOWN_TEXT || textless(state);
  const narrowBytes = (state: LanguageState): readonly number[] =>
    tracked.narrowBytes(configurations.set(state), configurations.text(state));

  function remade(state: LanguageState, lexeme: number, text: number): LanguageState {
    const set = configurations.set(state);
    return configurations.isInside(state)
      ? configurations.inside(lexeme, set, text)
      : configurations.before(lexeme, set, text);
  }

  const factor: SketchingFactor = {
    local(state: LanguageState): number {
      // If the text matters, only a sketch knows what follows the lexeme.
      const known = configurations.text(state) === UNKNOWN_TEXT || textless(state);
      return known && state !== VAGUE_STATE ? configurations.lexeme(state) : 0;
    },
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      return at(crossed(configurations.set(state), exit, configurations.text(state))) || undefined;
    },
    inside(state: LanguageState, local: number): LanguageState | undefined {
      const text = configurations.text(state);
      return settled(local, configurations.set(state), text) || undefined;
    },
    replace: (state: LanguageState, local: number): LanguageState => remade(state, local, configurations.text(state)),
    sketch(state: LanguageState): LanguageState {
      if (isSketched(state) || narrowBytes(state).length > 0) return state;
      return remade(state, configurations.lexeme(state), UNKNOWN_TEXT);
    },
    narrowed(state: LanguageState): Narrowed<LanguageState> | undefined {
      const bytes = isSketched(state) ? NO_BYTES : narrowBytes(state);
      return bytes.length === 0
        ? undefined
        : { wider: remade(state, configurations.lexeme(state), UNKNOWN_TEXT), bytes };
    },
    costsAlike(state: LanguageState): boolean {
      if (state === VAGUE_STATE) return false;
      if (tracked.unsure(configurations.set(state))) return costs.isSure(state);
      return configurations.text(state) !== UNKNOWN_TEXT || !configurations.isInside(state) || canEndUnknown(state);
    },
    vague: (state: LanguageState): boolean => state === VAGUE_STATE,
    leastVague: costs.leastVague,
    lowering: costs.lowering,
    loose: (state: LanguageState): boolean => tracked.unsure(configurations.set(state)),
  };

  function cost(state: LanguageState): number {
    const known = configurations.cost(state);
    if (known >= 0) return known;
    // The states of a sketch that decides share its cost, and the sets that computing it takes.
    const sketch = factor.sketch(state);
    const made = sketch !== state && factor.costsAlike(sketch) ? cost(sketch) : costs.of(state);
    configurations.setCost(state, made);
    return made;
  }

  function bytes(): number {
    const tables = chart.bytes() + terminals.bytes() + completion.bytes() + texts.bytes() + tracked.bytes();
    return tables + configurations.bytes() + crossings.bytes();
  }

  const start = at(chart.start);
  const empty = bytes();

  return {
    first,
    start,
    step,
    accepts: (state: LanguageState): boolean => chart.accepts(ended(state)),
    factor,
    cost,
    expected(state: LanguageState): readonly string[] {
      const after = configurations.isInside(state) ? following(ended(state)) : [];
      return namesOf([...possible(state), ...after]);
    },
    describe(state: LanguageState): readonly ReadingView[] {
      const set = configurations.set(state);
      const inside = configurations.isInside(state);
      const items = chart.items(set);
      const rules = new Set<string>();
      for (let i = 0; i < items.length; i += 2) {
        const rule = source.rules.ruleOf(items[i]!);
        rules.add(source.nonterminalName?.(rule) ?? `rule ${rule}`);
      }
      return [
        {
          lexeme: namesOf(possible(state)),
          inside,
          next: namesOf(following(ended(state))),
          accepts: chart.accepts(ended(state)),
          rules: [...rules],
        },
      ];
    },
    lexemes,
    intersection: (automaton) => createLazyIntersection(machines, automaton),
    undecided:
      "What may follow depends on earlier texts, such as the names of an open object or unique items, and not all of them were tried.",
    isFull: (): boolean => isHalfUsed({ used: bytes(), empty, chart, numbers: configurations.next() - first, limits }),
    nextId: configurations.next,
    bytes,
  };
}
