// One decimal digit.

import { bytes, empty, literal, type Regex } from "@espalier/automata";

/** Returns one digit from `low` to `high`. */
export function digit(low: number, high: number): Regex {
  return low > high ? empty : low === high ? literal([0x30 + low]) : bytes([[0x30 + low, 0x30 + high]]);
}
