// By which bytes two local states may go apart, for walks that follow both at once.

import type { LocalAutomaton } from "@espalier/monitor";

/** Eight words of bits for two local states; what was given for a depth is good until that depth is asked for again. */
export type BytesApart = (depth: number, local: number, other: number) => Int32Array;

export function createBytesApart(automaton: LocalAutomaton): BytesApart {
  const byDepth: Int32Array[] = [];
  return (depth, local, other) => {
    const bytes = (byDepth[depth] ??= new Int32Array(8));
    if (automaton.apart === undefined) return bytes.fill(-1);
    bytes.fill(0);
    automaton.apart(local, other, bytes);
    return bytes;
  };
}
