// Cases established by the published prototype's tests, by experiments on it and on CPython, and by campaigns. They
// hold for every version. Where the prototype wanted a last newline that CPython does not want, CPython is right.

/** A text from the beginning: whether something can follow or end it, and whether it is complete as it is. */
export interface WholeCase {
  readonly text: string;
  readonly completable: boolean;
  readonly complete: boolean;
}

/** A prefix, a middle and a suffix; `completable` where it is known apart from `complete`. */
export interface FillCase {
  readonly parts: readonly [prefix: string, middle: string, suffix: string];
  readonly complete: boolean;
  readonly completable?: boolean;
}

const whole = (text: string, completable: boolean, complete: boolean): WholeCase => ({ text, completable, complete });

export const WHOLE: readonly WholeCase[] = [
  whole("f(a and", true, false),
  whole("f(a andy", false, false),
  whole("f(aandy", true, false),
  whole("f(aand and b)\n", true, true),
  whole("f(aand and b andy)", false, false),
  whole('# foo\nassert bar(a) == "b"\nassert bar(c) == "d"\n', true, true),
  whole("\nblah = 1\n      ", true, true),
  whole("\nblah = 1\n f", false, false),
  whole("\nif a:\n  blah = 1\n ", true, true),
  whole("\nif a:\n  blah = 1\n f", false, false),
  whole("\nif a:\n  blah = 1\nf", true, true),
  whole("\nif a:\n  blah = 1\n   f", false, false),
  whole("\nif a:\n  blah = (\n f", true, false),
  whole("\n'''\nasdf\\\n\n'''\n", true, true),
  whole("\nif foo:\n   '''\nblah\n   '''        \n", true, true),
  whole("\nif foo:\n   '''\nblah\n   '''        \n  return\n", false, false),
  whole("assert find_literals('The quick brown fox jumps over the lazy dog.', 'fox') == ('fox', 16, 19)\n", true, true),
];

const yes = (prefix: string, middle: string, suffix: string): FillCase => ({
  parts: [prefix, middle, suffix],
  complete: true,
  completable: true,
});
const no = (prefix: string, middle: string, suffix: string, completable?: boolean): FillCase => ({
  parts: [prefix, middle, suffix],
  complete: false,
  ...(completable === undefined ? {} : { completable }),
});

/** The suffix of the paper's sixth figure, in which every quote and every `#` may open or close something. */
const FIGURE = '"#\'#"#"#\n';

export const FILL: readonly FillCase[] = [
  no("0", "o", "r 1\n", true),
  no("0", "or", " 1\n", false),
  yes("0 ", "o", "r 1\n"),
  no("def foo(", "asdf)", "    pass\n", true),
  yes("def foo(", "asdf):", "    pass\n"),
  yes("fo", "o = 1", "2\n"),
  yes("wh", "il", "e x: pass\n"),
  yes("x =", "", "= 1\n"),
  yes("x", "", " = 1\n"),
  yes("x = '", "a' + '", "'\n"),
  yes("x = (1,\n", "3)\ny = (\n", "2)\ny\n"),
  yes("", "if a:\n  b\n", "else:\n  pass\n"),
  yes("for a in b:\n  c\n", "", "else:\n  pass\n"),
  yes("x = 1 + \\", "", "\ny\n"),
  yes("x = (1 ", "# a", "b\n)\n"),
  yes("''", "'", "'''\n"),
  yes("def f():\n    ", "return 1\n\n    ", "def g():\n        pass\n"),
  no("wh", "i", "e x: pass\n"),
  no("", "if a:\n  b\nc\n", "else:\n  pass\n"),
  no("x = foo(", "a, [b", "))\n"),
  no("f(a", "", ",\n b))\nc\n"),
  no("if a:\n    if b:", "", "\n    c\n"),
  no("if a:\n    b", "", "\n        c\n"),
  no("x", "", ")\n"),
  no("def f():\n    if x:\n        with y:\n            a()\n", "", "        else:\n            b()\n"),
  no("if a:\n\tx\n", "", "        y\n"),
  yes("x = ", "", FIGURE),
  yes('"foo', "", FIGURE),
  yes('"""foo""', "", FIGURE),
  yes("'foo", "", FIGURE),
  yes('"foo\\', "", FIGURE),
  yes("#foo", "", FIGURE),
  no('"""foo', "", FIGURE),
  // Found by campaigns: brackets, comments and strings that the suffix closes, words that go on as keywords, columns that it comes back to.
  yes("(#", "\n)", ""),
  yes("({#", "\n}", ")"),
  yes("", "({", "\n})"),
  yes("if a:\n\tif[]", "\\", "\n:a"),
  yes("([]", "[[(", 'a)]])="""\n"""'),
  yes("", "([([])", "('')])('''\\\n''')\n"),
  yes("class a():\n    def a():\n", "     [(", ' [\n])[""]]\n    {}'),
  yes('def f():\n    "', '"\n    for v in a:\n ', "       if b:\n            c\n    d"),
  yes("def f():\n    a", "\n    i", "f b:\n         c\n    d"),
  yes("if a", ":\n  '", " '\n  a"),
  yes("", "def a():\n    try:()", "\n    except:a"),
];
