// Why there is no gap: the prefix begins no text of the language, or nothing connects it to the suffix.

/** A prefix or a suffix that no middle can complete. */
export class FillError extends Error {
  override readonly name = "FillError";
  /** `prefix`: it cannot be read. `unconnected`: no middle was found that leads from it to the suffix. */
  readonly code: "prefix" | "unconnected";
  /** In bytes from the start of the prefix, or of the suffix: where the prefix fails, or up to where the suffix could be read. */
  readonly offset: number;
  /** The same as line and column, both from 1; the column in characters. */
  readonly line: number;
  readonly column: number;
  /** What could have followed, by name. */
  readonly expected: readonly string[];

  constructor(code: FillError["code"], text: Uint8Array, offset: number, expected: readonly string[], hint: string) {
    const [line, column] = placeOf(text, offset);
    const where = `line ${line}, column ${column} (byte ${offset})`;
    const list = expected.length === 0 ? "" : `; expected ${expected.slice(0, 12).join(", ")}`;
    super(
      code === "prefix"
        ? `The prefix is no beginning of a text of the language: it fails at ${where}${list}. ${hint}`
        : `No middle was found that connects the prefix to the suffix, which could be read up to ${where}. ${hint}`,
    );
    this.code = code;
    this.offset = offset;
    this.line = line;
    this.column = column;
    this.expected = expected;
  }
}

function placeOf(text: Uint8Array, offset: number): readonly [line: number, column: number] {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    if (text[at] === 10 || (text[at] === 13 && text[at + 1] !== 10)) {
      line++;
      start = at + 1;
    }
  }
  let column = 1;
  for (let at = start; at < offset; at++) if (((text[at] as number) & 0xc0) !== 0x80) column++;
  return [line, column];
}
