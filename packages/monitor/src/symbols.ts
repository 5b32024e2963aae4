// Control symbols have numbers of their own in every monitor; combined, they go by name.

import { FIRST_CONTROL } from "./monitor.js";

/** A symbol of a combination with `controls`, as the part with the control symbols `own` numbers it; −1 where that does not know it. */
export function symbolsOf(own: readonly string[] | undefined, controls: readonly string[]): (symbol: number) => number {
  const numbers = controls.map((name) => own?.indexOf(name) ?? -1);
  return (symbol) => {
    if (symbol < FIRST_CONTROL) return symbol;
    const k = numbers[symbol - FIRST_CONTROL] ?? -1;
    return k < 0 ? -1 : FIRST_CONTROL + k;
  };
}
