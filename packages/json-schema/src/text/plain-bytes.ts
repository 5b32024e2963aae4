// The bytes of plain number texts, as the classes of the automata that read them: a digit's is its value.

export const MINUS = 10;
export const POINT = 11;

/** One class each. */
export const PLAIN_BYTES: readonly (readonly number[])[] = [..."0123456789-."].map((each) => [each.charCodeAt(0)]);
