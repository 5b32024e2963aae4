// The tables and automata of one generation of a lazy language (lazy-generation.ts).

import type { Engine } from "@espalier/automata";
import type { Chart, LazyRules } from "@espalier/earley";
import type { OpenLexer } from "@espalier/lexer";
import type { LazyConfigurations } from "./lazy-configurations.js";
import type { LazySource } from "./lazy-source.js";
import type { LazyTerminals } from "./lazy-terminals.js";
import type { LexemeTexts } from "./lexeme-texts.js";
import type { TrackedLexemes } from "./tracked-lexemes.js";

/** The parts of a generation of a lazy language. */
export interface LazyMachines {
  readonly source: LazySource;
  readonly engine: Engine;
  readonly lexer: OpenLexer;
  readonly chart: Chart<LazyRules>;
  readonly terminals: LazyTerminals;
  readonly tracked: TrackedLexemes;
  readonly texts: LexemeTexts;
  readonly configurations: LazyConfigurations;
}
