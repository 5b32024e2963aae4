// The bytes of plain number texts, as classes of automata. The class of a digit is its value.

export const MINUS = 10;
export const POINT = 11;

/** One class for each byte. */
export const PLAIN_BYTES: readonly (readonly number[])[] = [..."0123456789-."].map((each) => [each.charCodeAt(0)]);
