// A lexed language as a monitor. The lexer commits to each lexeme as CPython's does, lines and indentation are terminals, and the monitor has every capability
// that the trie can use. Every text has exactly one lexing, so a state is one lexer state with one state of the parser, and masks are computed separately for
// the two.

import { signature } from "@espalier/arguments";
import { defaultEngine, type Engine, type EngineWatch, watchEngine, withRoom } from "@espalier/automata";
import { FIRST_CONTROL } from "@espalier/monitor";
import type { ReadingView } from "@espalier/syntax";
import { DEFAULT_SYNTAX_LIMITS, type MemoryShare, shareMemory } from "@espalier/syntax";
import { lexedOptionsKind, lexedSourceKind } from "../kinds.js";
import { createRest } from "../lexing/rest.js";
import { createCore } from "../lexing/shared-parts.js";
import { createColumnRules } from "../source/column-rules.js";
import { type Compiled, type CompileLimits, compileSource } from "../source/compiled.js";
import { remembered } from "../source/remembered.js";
import type { LexedSource } from "../source/source.js";
import { lastingLanguage } from "./generations.js";
import { describeIn, expectedIn } from "./in-words.js";
import type { GapProducts, LexedLanguage, LexedMonitor } from "./lexed-language.js";
import { createMachine, DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { createWitnesses, type Witnesses } from "./witness.js";

export interface LexedOptions extends CompileLimits {
  /** Regular expressions are shared by everything that uses the same engine. By default, there is one engine per process. */
  readonly engine?: Engine;
  /** The largest number of states of one text, including those of earlier texts in its generation (8,000,000). */
  readonly states?: number;
  /**
   * The bytes of tables that texts and gaps may create (32 MiB). When they have created more, the next text begins with empty tables, a new *generation*. It does
   * so earlier if texts have added more than 48 MiB (or one and a half times this) to all large languages of the thread, and at least an average part of it to
   * this one. The tables of the lexer are not counted, because all generations share them within their own limits.
   */
  readonly generationBytes?: number;
  /**
   * Decides products of the language's gaps with automata: `gapProducts`. Without it, such a product may have dead
   * ends, and says so in `deadEnds`. It is not the default, because it adds 20 kB (gzip) to a web page.
   */
  readonly products?: GapProducts;
}

/** `generationBytes`: bytes that the texts and gaps of one generation may create before the next text begins another. */
const DEFAULT_GENERATION_BYTES = 32 * 1024 * 1024;

const checkCreateLexedLanguage = signature("createLexedLanguage", {
  source: lexedSourceKind,
  options: lexedOptionsKind,
});

/**
 * Creates a language from a source.
 *
 * @example
 * import { literal, parseRegex } from "@espalier/automata";
 * import { nonterminal, optional, sequence, terminal } from "@espalier/grammar";
 * import { verdict } from "@espalier/monitor";
 *
 * const calculator = createLexedLanguage({
 *   grammar: {
 *     start: "sum",
 *     rules: [{ name: "sum", body: sequence(terminal("number"), optional(sequence(terminal("+"), nonterminal("sum")))) }],
 *   },
 *   kinds: [
 *     { name: "number", regex: parseRegex("[0-9]+"), modes: ["sum"], terminals: ["number"] },
 *     { name: "+", regex: literal("+"), modes: ["sum"], terminals: ["+"] },
 *   ],
 *   modes: [{ name: "sum" }],
 * });
 * verdict(calculator, "1+23").kind; // => "accepted"
 * verdict(calculator, "1++"); // => { kind: "dead", offset: 2 }
 *
 * @throws SyntaxSourceError for missing or duplicate names, and for blocks that do not end.
 * @throws GrammarError for an invalid grammar, and a limit error of the part concerned if the source is too large.
 */
export function createLexedLanguage(source: LexedSource, options: LexedOptions = {}): LexedLanguage {
  checkCreateLexedLanguage(source, options);
  const { states = DEFAULT_SYNTAX_LIMITS.configurations, generationBytes = DEFAULT_GENERATION_BYTES } = options;
  const place = (engine: Engine): Placed => {
    const compiled = compileSource(source, engine, options);
    return { engine, compiled, lexerBytes: compiled.lexer.bytes(), watch: watchEngine(engine) };
  };
  let placed = withRoom(options.engine ?? defaultEngine(), place);
  const isSpent = (): boolean => {
    const { compiled, lexerBytes, watch } = placed;
    return watch.isFilled() || (compiled.lexer.isFull() && compiled.lexer.bytes() > 2 * lexerBytes);
  };
  let share: MemoryShare;
  return lastingLanguage({
    open(first: number): LexedLanguage {
      if (isSpent()) placed = withRoom(placed.watch.next(), place);
      const generation = openGeneration(placed, options, states, first);
      share = shareMemory(generation, generationBytes);
      return generation;
    },
    held,
    isFull: (present, empty) => {
      const { chart } = present.core;
      const added = held(present) - empty;
      return (
        isSpent() ||
        added > generationBytes ||
        share.isOver(added) ||
        2 * chart.bytes() > chart.limits.bytes ||
        2 * chart.setCount() > chart.limits.sets ||
        2 * present.machine.stateCount() > states
      );
    },
  });
}

/** Returns the bytes that a generation holds alone. All generations share the lexer, which has limits of its own. */
function held({ core, bytes }: LexedLanguage): number {
  return bytes() - core.compiled.lexer.bytes();
}

/** A source that has been compiled with an engine. */
interface Placed {
  readonly engine: Engine;
  readonly compiled: Compiled;
  /** The lexer's size before any text was read. */
  readonly lexerBytes: number;
  /** Watches the engine since then. */
  readonly watch: EngineWatch;
}

/** Opens a generation of the language, with its own tables for what texts create. */
function openGeneration(
  { compiled: shared, engine }: Placed,
  options: LexedOptions,
  states: number,
  first: number,
): LexedLanguage {
  // Rules depend on the columns of texts, so generations do not share them.
  const compiled = { ...shared, rules: createColumnRules(shared.rules.automata, shared.dedent) };
  const core = createCore(compiled, options);
  const machine = createMachine(core, { stops: core.ends }, states, first);
  const rest = createRest(core.chart, compiled, engine);
  core.counted.push(rest.bytes);
  const accepts = (state: LexedState): boolean => mayStop(machine, state);
  const witnesses = createWitnesses(machine, { reached: accepts, rest: rest.rest });
  const generation: LexedLanguage = createMonitor(
    { machine, start: machine.start, accepts, witnesses },
    {
      core,
      engine,
      trim: true as const,
      present: (): LexedLanguage => generation,
      ...(options.products !== undefined && { products: options.products }),
    },
  );
  return generation;
}

/** A machine and its goal. */
export interface MonitorParts {
  readonly machine: LexedMachine;
  readonly start: LexedState;
  accepts(state: LexedState): boolean;
  readonly witnesses: Witnesses;
  /** Whether a state counts as live only if a completion of it is known. The lexer state alone is then not sufficient. */
  doubtful?(state: LexedState): boolean;
}

/** The monitor of a machine, with additional fields from its owner. */
export function createMonitor<Own extends object>(
  { machine, start, accepts, witnesses, doubtful }: MonitorParts,
  own: Own,
): LexedMonitor & Own {
  const { lexer } = machine.core.compiled;
  const monitor: LexedMonitor = {
    start,
    step(state: LexedState, symbol: number): LexedState | undefined {
      const next = symbol >= FIRST_CONTROL ? DEAD_STATE : machine.step(state, symbol);
      if (next === DEAD_STATE) return undefined;
      return doubtful?.(next) === true && witnesses.cost(next) === Number.POSITIVE_INFINITY ? undefined : next;
    },
    accepts,
    table: { classOf: lexer.classOf, classCount: lexer.classCount, generation: 0 },
    factor: {
      automaton: lexer,
      local: doubtful === undefined ? machine.local : (state) => (doubtful(state) ? 0 : machine.local(state)),
      cross: (state: LexedState, exit: number): LexedState | undefined => machine.cross(state, exit) || undefined,
      inside: (state: LexedState, local: number): LexedState | undefined => machine.inside(state, local) || undefined,
      ...(doubtful === undefined ? { free: machine.free } : {}),
    },
    cost: witnesses.cost,
    undecided: witnesses.undecided,
    mode: (state: LexedState): string => modeOf(machine, state),
    modes: placesOf(machine.core.compiled),
    expected: (state: LexedState): readonly string[] => expectedIn(machine, state),
    describe: (state: LexedState): readonly ReadingView[] => [
      { ...describeIn(machine, state), accepts: accepts(state) },
    ],
    witness(state: LexedState): Uint8Array | undefined {
      const bytes = witnesses.of(state);
      return bytes === undefined ? undefined : Uint8Array.from(bytes);
    },
    machine,
    bytes(): number {
      return machine.bytes() + machine.core.bytes() + witnesses.bytes();
    },
  };
  return Object.assign(monitor, own);
}

/** Whether the text may end in a state. */
export function mayStop(machine: LexedMachine, state: LexedState): boolean {
  const { core } = machine;
  const { lexer, kinds } = core.compiled;
  const local = machine.local(state);
  const set = machine.set(state);
  const frames = machine.frame(state);
  if (lexer.isLine(local)) return lexer.lineMayEnd(local) && core.ends(set, frames);
  if (lexer.begins(local)) return lexer.mayEnd(lexer.guardOf(local)) && core.ends(set, frames);
  const exit = lexer.exit(local);
  if (exit === 0) return false;
  const boundary = lexer.boundary(exit);
  if (boundary.kind === "line" || !lexer.mayEnd(boundary.guard)) return false;
  const kind = kinds[boundary.kind]!;
  return core.ends(core.read(set, kind), core.framesAfter(frames, kind));
}

/** All kinds of places of a language. */
const placesOf = remembered(({ kinds, newline, source }: Compiled): readonly string[] => {
  const ofKinds = [...kinds.map(({ kind }) => kind), ...source.modes].flatMap(({ place = "code" }) => place);
  return [...new Set(["code", ...(newline < 0 ? [] : ["comment"]), ...ofKinds])];
});

/** The kind of place of a state: the common one of all lexemes that the lexeme in progress can become, or else the name of the lexical mode. */
function modeOf(machine: LexedMachine, state: LexedState): string {
  const { lexer, kinds, source } = machine.core.compiled;
  const local = machine.local(state);
  if (lexer.isLine(local)) return lexer.exit(local) === 0 ? "comment" : "code";
  if (!lexer.begins(local)) {
    const places = new Set(lexer.possible(local).map((k) => kinds[k]?.kind.place ?? "code"));
    const [only] = places;
    if (places.size === 1 && only !== undefined && only !== "code") return only;
  }
  return source.modes[machine.core.frames.mode(machine.frame(state))]?.place ?? "code";
}
