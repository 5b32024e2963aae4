// The open lexer that all languages on one engine share. When it is full, the next language gets a new lexer. The old
// lexer lives as long as its languages.

import { signature } from "@espalier/arguments";
import type { Engine } from "@espalier/automata";
import { engineKind } from "@espalier/automata";
import { createOpenLexer, type OpenLexer } from "./open-lexer.js";

interface Shared {
  readonly lexer: OpenLexer;
  /** The engine's generation when the lexer was created. Clearing the engine invalidates its expressions. */
  readonly generation: number;
}

const shared = new WeakMap<Engine, Shared>();

const checkOpenLexer = signature("openLexer", { engine: engineKind });

/** Returns the current shared lexer of `engine`. */
export function openLexer(engine: Engine): OpenLexer {
  checkOpenLexer(engine);
  const known = shared.get(engine);
  if (known !== undefined && known.generation === engine.generation() && !known.lexer.isFull()) {
    return known.lexer;
  }
  const lexer = createOpenLexer(engine);
  shared.set(engine, { lexer, generation: engine.generation() });
  return lexer;
}
