// The bytes that may distinguish two local states, for walks that follow both at once.

import type { LocalAutomaton } from "@espalier/monitor";

/**
 * Returns eight words of bits for two local states. The result for a depth is valid until the next call for that depth.
 */
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
