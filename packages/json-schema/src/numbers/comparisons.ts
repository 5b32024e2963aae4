// Automata that compare a plain number text of any length with a fixed number.
//
// Of two magnitudes, the magnitude with more digits before the point is larger. If both have equally many digits there,
// the first different digit decides. A state therefore holds the number of digits read, as far as it matters, and how
// they compare with the digits of the fixed number. Negative texts are read in the same way, and the order is reversed.

import { automatonRegex, type Regex } from "@espalier/automata";
import { MINUS, PLAIN_BYTES, POINT } from "../text/plain-bytes.js";
import { createRecall } from "../text/recall.js";
import { type StateMachine, tableOf } from "../text/tables.js";
import { type Decimal, plainDigits } from "./decimal.js";

/** Below, equal to or above. */
export type Order = -1 | 0 | 1;

const recall = createRecall<Regex>(64);

/**
 * Returns the plain texts, of any length, whose values compare with `value` in one of `orders`. Equal arguments return
 * the same object. Cost: some microseconds per digit of `value`; cached.
 */
export function compared(value: Decimal, orders: readonly Order[]): Regex {
  return recall(`${value.sign} ${value.digits} ${value.point} ${orders.join()}`, () =>
    automatonRegex(tableOf(comparison(value, orders), Number.POSITIVE_INFINITY)!),
  );
}

/** The digits of a magnitude read so far. */
interface Progress {
  readonly negative: boolean;
  /**
   * `zero`: a single 0 before the point. `whole`: digits before the point. `point`: the point has been read, and a
   * digit must follow. `fraction`: digits after the point.
   */
  readonly part: "zero" | "whole" | "point" | "fraction";
  /** The number of digits of the part, as far as it matters. */
  readonly read: number;
  /**
   * The result of the comparison so far. Before the point, it compares the digits that have been read with the same
   * number of digits of the fixed number. After the point, it starts from the result for the whole part.
   */
  readonly order: Order;
}

const START = 0;
const SIGNED = 1;
const FIRST = 2;
const PARTS: readonly Progress["part"][] = ["zero", "whole", "point", "fraction"];

const compare = (a: number, b: number): Order => (a < b ? -1 : a > b ? 1 : 0);

function comparison(decimal: Decimal, orders: readonly Order[]): StateMachine {
  const { whole, fraction } = plainDigits(decimal);
  const longest = Math.max(whole.length + 1, fraction.length, 1);
  const encode = ({ negative, part, read, order }: Progress): number =>
    FIRST + (((order + 1) * 4 + PARTS.indexOf(part)) * 2 + (negative ? 1 : 0)) * (longest + 1) + read;
  const decode = (state: number): Progress => {
    const kinds = Math.floor((state - FIRST) / (longest + 1));
    const read = (state - FIRST) % (longest + 1);
    const part = PARTS[(kinds >> 1) & 3]!;
    return { negative: (kinds & 1) === 1, part, read, order: ((kinds >> 3) - 1) as Order };
  };

  function first(negative: boolean, digit: number): Progress {
    return { negative, part: digit === 0 ? "zero" : "whole", read: 1, order: compare(digit, Number(whole[0])) };
  }

  /** Returns how the whole part compares once it has ended. */
  function wholeOrder({ read, order }: Progress): Order {
    return read === whole.length ? order : compare(read, whole.length);
  }

  function afterDigit(at: Progress, digit: number): Progress | undefined {
    const { part, read, order } = at;
    if (part === "zero") return undefined;
    const digits = part === "whole" ? whole : fraction;
    const decided = order !== 0 ? order : compare(digit, Number(digits[read] ?? 0));
    if (part !== "whole") return { ...at, part: "fraction", read: Math.min(read + 1, fraction.length), order: decided };
    return { ...at, read: Math.min(read + 1, whole.length + 1), order: read < whole.length ? decided : 1 };
  }

  /** Returns how the magnitude compares if it ends here; `undefined` if it cannot end here. */
  function magnitudeOrder(at: Progress): Order | undefined {
    if (at.part === "point") return undefined;
    const order = at.part === "fraction" ? at.order : wholeOrder(at);
    const read = at.part === "fraction" ? at.read : 0;
    // The remaining digits of the fixed number are not all 0.
    return order === 0 && read < fraction.length ? -1 : order;
  }

  function valueOrder(at: Progress): Order | undefined {
    const order = magnitudeOrder(at);
    if (order === undefined) return undefined;
    if (at.negative) return decimal.sign > 0 ? -1 : (-order as Order);
    return decimal.sign < 0 ? 1 : order;
  }

  return {
    start: START,
    classes: PLAIN_BYTES,
    accepts(state) {
      const order = state < FIRST ? undefined : valueOrder(decode(state));
      return order !== undefined && orders.includes(order);
    },
    step(state, byteClass) {
      const digit = byteClass < 10 ? byteClass : undefined;
      if (state < FIRST) {
        if (digit !== undefined) return encode(first(state === SIGNED, digit));
        return state === START && byteClass === MINUS ? SIGNED : -1;
      }
      const at = decode(state);
      if (digit !== undefined) {
        const next = afterDigit(at, digit);
        return next === undefined ? -1 : encode(next);
      }
      if (byteClass !== POINT || at.part === "point" || at.part === "fraction") return -1;
      return encode({ ...at, part: "point", read: 0, order: wholeOrder(at) });
    },
  };
}
