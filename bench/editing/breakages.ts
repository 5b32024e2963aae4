// Ways to break a file that people meet while they type, each at one place: lines put in before a statement, or its indentation changed.

/** A way to break a file. */
export type Breakage = keyof typeof INSERTED | "stray dedent";

/** Lines that are put in, and which of them are broken, from 0. */
interface Inserted {
  readonly lines: readonly string[];
  readonly broken: readonly number[];
}

const INSERTED = {
  "unfinished def": { lines: ["def h("], broken: [0] },
  "unclosed bracket": { lines: ["foo(a, [b"], broken: [0] },
  "unclosed quote": { lines: ["s = 'abc"], broken: [0] },
  "unclosed triple quote": { lines: ['s = """abc'], broken: [0] },
  "nothing after a dot": { lines: ["x."], broken: [0] },
  "header without body": { lines: ["for item in items:"], broken: [0] },
  "two half-typed definitions": { lines: ["def f(a", "def g(b,"], broken: [0, 1] },
  "merge conflict": { lines: ["<<<<<<< HEAD", "a = 1", "=======", "a = 2", ">>>>>>> other"], broken: [0, 2, 4] },
  "print of Python 2": { lines: ["print 'x'"], broken: [0] },
} as const satisfies Record<string, Inserted>;

export const BREAKAGES: readonly Breakage[] = [...(Object.keys(INSERTED) as Breakage[]), "stray dedent"];

/** A logical line of a file: its first and its last line, from 0, and the blanks that it begins with. */
export interface LogicalLine {
  readonly first: number;
  readonly last: number;
  readonly indent: string;
}

/** Some lines of a file in the place of others. */
export interface Change {
  /** From 0: the lines [from, to) give way to `lines`. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  /** Which of `lines` are broken. */
  readonly broken: readonly number[];
  /** The same change without an error: what may stand in the place of the broken lines. */
  readonly sound: readonly string[];
}

/** A breakage before or in one of the logical lines; undefined where it cannot be made there. */
export function breakageAt(
  breakage: Breakage,
  lines: readonly string[],
  logical: readonly LogicalLine[],
  index: number,
): Change | undefined {
  const at = logical[index]!;
  if (breakage !== "stray dedent") {
    const { lines: inserted, broken } = INSERTED[breakage];
    const indented = inserted.map((line) => at.indent + line);
    return { from: at.first, to: at.first, lines: indented, broken, sound: [`${at.indent}pass`] };
  }
  const [before, behind] = [logical[index - 1], logical[index + 1]];
  const alone = at.first === at.last && before?.indent === at.indent && behind?.indent === at.indent;
  if (!alone || at.indent.length < 2 || at.indent.includes("\t")) return undefined;
  const line = lines[at.first]!;
  return { from: at.first, to: at.last + 1, lines: [line.slice(1)], broken: [0], sound: [line] };
}
