// A language whose grammar is made on the way. Nothing is analysed beforehand: the maker's promise (lazy-source.ts) says what
// createLanguage has to find out, so a state is always one reading, a lexer state and an Earley set, and always live.
//
// A byte goes on with the lexeme in progress if any terminal can still match, else it begins the next one: which of the two is
// never in doubt. Everything is remembered where it is made: lexer states in the open lexer that all lazy languages of an engine
// share, sets in the chart, the set after a lexeme by (set, exit).

import { defaultEngine } from "@espalier/automata";
import { createChart, DEAD_SET, type SetId } from "@espalier/earley";
import { createOpenLexer, openLexer } from "@espalier/lexer";
import { createPairTable, type Factor, FIRST_CONTROL } from "@espalier/monitor";
import { DEFAULT_SYNTAX_LIMITS, type SyntaxLimits } from "./error.js";
import type { Language, LanguageOptions, LanguageState, ReadingView } from "./language.js";
import { createLazyConfigurations } from "./lazy-configurations.js";
import { createLazyCost } from "./lazy-cost.js";
import type { LazySource } from "./lazy-source.js";
import { createLazyTerminals } from "./lazy-terminals.js";

const NO_CONTROLS: readonly string[] = [];

/**
 * Makes a language of a source whose rules and terminals are made on demand. Costs next to nothing, whatever the source holds.
 *
 * The lexer is the one that all lazy languages of the engine share, unless `options.lexer` bounds it: then the language has its
 * own. `Language.bytes` leaves a shared lexer out.
 *
 * @throws a limit error of the part concerned, from any method, when a limit is passed.
 */
export function createLazyLanguage(source: LazySource, options: LanguageOptions = {}): Language {
  const limits: SyntaxLimits = { ...DEFAULT_SYNTAX_LIMITS, ...options.limits };
  const engine = options.engine ?? defaultEngine();
  const { classOf, classCount } = source;
  const lexer = options.lexer === undefined ? openLexer(engine) : createOpenLexer(engine, options.lexer);
  const chart = createChart(source.rules, options.chart);
  const terminals = createLazyTerminals(source, lexer, chart);
  const completion = createLazyCost(chart);
  const configurations = createLazyConfigurations(limits.configurations);
  const crossings = createPairTable();

  /** The set after a lexeme that began in `set` and is handed on as `exit`. */
  function crossed(set: SetId, exit: number): SetId {
    let after = crossings.get(set, exit);
    if (after >= 0) return after;
    after = DEAD_SET;
    for (const t of terminals.ofExit(exit)) after = chart.merge(after, chart.scan(set, t));
    crossings.set(set, exit, after);
    return after;
  }

  /** The state at the start of a lexeme after `set`; 0 when that is dead. */
  function at(set: SetId): LanguageState {
    return set === DEAD_SET ? 0 : configurations.intern(terminals.begin(chart.context(set)), set, 0);
  }

  /** The state in a lexeme that began in `set`; handed on at once when nothing longer can match. */
  function settled(lexeme: number, set: SetId): LanguageState {
    return lexer.closes(lexeme) ? at(crossed(set, lexer.exit(lexeme))) : configurations.intern(lexeme, set, 1);
  }

  function step(state: LanguageState, symbol: number): LanguageState | undefined {
    if (symbol >= FIRST_CONTROL) return undefined;
    const lexeme = configurations.lexeme(state);
    const set = configurations.set(state);
    const longer = lexer.step(lexeme, symbol);
    if (longer !== 0) return settled(longer, set) || undefined;
    const exit = lexer.exit(lexeme);
    if (exit === 0) return undefined;
    const after = crossed(set, exit);
    if (after === DEAD_SET) return undefined;
    const first = lexer.step(terminals.begin(chart.context(after)), symbol);
    return first === 0 ? undefined : settled(first, after) || undefined;
  }

  /** The set that the parser is in if the lexeme in progress ends here; dead where it cannot. */
  function ended(state: LanguageState): SetId {
    const set = configurations.set(state);
    if (!configurations.inside(state)) return set;
    const exit = lexer.exit(configurations.lexeme(state));
    return exit === 0 ? DEAD_SET : crossed(set, exit);
  }

  /** By the terminals that the lexeme in progress may become: what is left of each, and what must follow it. */
  function costOf(state: LanguageState): number {
    const set = configurations.set(state);
    if (!configurations.inside(state)) return completion.rest(set);
    const lexeme = configurations.lexeme(state);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const left = engine.distance(lexer.leftAt(lexeme, i));
      for (const t of left < best ? terminals.ofSlot(lexer.slotAt(lexeme, i)) : []) {
        const after = chart.scan(set, t);
        if (after !== DEAD_SET) best = Math.min(best, left + completion.rest(after));
      }
    }
    return best;
  }

  function possible(state: LanguageState): readonly number[] {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    const allowed = chart.contextTerminals(chart.context(set));
    const slots = new Set<number>();
    for (let i = 0; i < lexer.size(lexeme); i++) slots.add(lexer.slotAt(lexeme, i));
    return allowed.filter((t) => [...slots].some((slot) => terminals.ofSlot(slot).includes(t)));
  }

  const namesOf = (list: readonly number[]): readonly string[] => [...new Set(list.map((t) => source.terminalName(t)))];
  const following = (set: SetId): readonly number[] => chart.contextTerminals(chart.context(set));

  const factor: Factor<LanguageState> = {
    automaton: lexer,
    local: configurations.lexeme,
    cross: (state: LanguageState, exit: number): LanguageState | undefined =>
      at(crossed(configurations.set(state), exit)) || undefined,
    replace: (state: LanguageState, local: number): LanguageState =>
      configurations.intern(local, configurations.set(state), configurations.inside(state) ? 1 : 0),
  };

  return {
    start: at(chart.start),
    step,
    accepts: (state: LanguageState): boolean => chart.accepts(ended(state)),
    trim: true,
    controls: NO_CONTROLS,
    table: { classOf, classCount, generation: 0 },
    factor,
    cost(state: LanguageState): number {
      let cost = configurations.cost(state);
      if (cost < 0) {
        cost = costOf(state);
        configurations.setCost(state, cost);
      }
      return cost;
    },
    expected(state: LanguageState): readonly string[] {
      const after = configurations.inside(state) ? following(ended(state)) : [];
      return namesOf([...possible(state), ...after]);
    },
    describe(state: LanguageState): readonly ReadingView[] {
      const set = configurations.set(state);
      const inside = configurations.inside(state);
      const items = chart.items(set);
      const rules = new Set<string>();
      for (let i = 0; i < items.length; i += 2) {
        const rule = source.rules.ruleOf(items[i] as number);
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
    get bytes(): number {
      const own = chart.bytes + configurations.bytes + crossings.bytes + terminals.bytes + completion.bytes;
      return own + (options.lexer === undefined ? 0 : lexer.bytes);
    },
  };
}
