// The terminals of a schema as the terminals of a grammar.

import type { Terminal } from "@espalier/syntax";
import type { Terminals } from "./terminals.js";

export interface TerminalList {
  readonly list: readonly Terminal[];
  /** Returns the name of a terminal in the grammar. */
  nameOf(terminal: number): string;
}

/** Lists `used` terminals, which may repeat, each once and with a distinct name. */
export function listTerminals(terminals: Terminals, used: Iterable<number>): TerminalList {
  const nameOf = new Map<number, string>();
  const taken = new Set<string>();
  const list: Terminal[] = [];
  for (const terminal of used) {
    if (nameOf.has(terminal)) continue;
    const plain = terminals.name(terminal);
    let name = plain;
    for (let copy = 2; taken.has(name); copy++) name = `${plain} (${copy})`;
    taken.add(name);
    nameOf.set(terminal, name);
    list.push({ kind: "pattern", name, regex: terminals.regex(terminal) });
  }
  return { list, nameOf: (terminal) => nameOf.get(terminal)! };
}
