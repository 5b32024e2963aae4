// Maps control symbols between monitors. Every monitor has its own numbering; combinations match them by name.

import { FIRST_CONTROL, type Monitor } from "./monitor.js";

/**
 * Returns a function that maps a symbol of a combination with `controls` to the numbering of a part with the control
 * symbols `own`; −1 if the part does not have it.
 */
export function symbolsOf(own: readonly string[] | undefined, controls: readonly string[]): (symbol: number) => number {
  const numbers = controls.map((name) => own?.indexOf(name) ?? -1);
  return (symbol) => {
    if (symbol < FIRST_CONTROL) return symbol;
    const k = numbers[symbol - FIRST_CONTROL] ?? -1;
    return k < 0 ? -1 : FIRST_CONTROL + k;
  };
}

/** Returns one byte of each class, and every control symbol. */
export function symbolsToTry<State>({ table, classes = table, controls = [] }: Monitor<State>): readonly number[] {
  const bytes = Array.from({ length: FIRST_CONTROL }, (_, byte) => byte);
  const firsts =
    classes === undefined ? bytes : bytes.filter((byte) => classes.classOf.indexOf(classes.classOf[byte]!) === byte);
  return [...firsts, ...controls.map((_, k) => FIRST_CONTROL + k)];
}

/** Returns the name of a symbol in messages: printable ASCII in quotation marks, any other by its number. */
export function nameOf(symbol: number): string {
  return symbol > 0x20 && symbol < 0x7f ? `"${String.fromCharCode(symbol)}"` : `symbol ${symbol}`;
}
