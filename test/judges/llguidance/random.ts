// Random small grammars as text, in which everything is near everything else: terminals over two or three letters that are each other's
// beginnings, rules that loop and may be empty, lazy rules, skipped text. Half of them have no text at all or none that is interesting;
// they cost little.

import fc from "fast-check";

/** Terminals as they are written in rules. */
const inline = fc.constantFrom(
  ...['"a"', '"b"', '"ab"', '"ba"', '"aab"', '"é"', '"A"i', '"a".."b"', '"_"'],
  ...["/a+/", "/[ab]+/", "/b*a/", "/a[ab]?/", "/(ab)+/", "/[^a]/", "/a{2,3}/", "/a*/", "/ab?c/", "/[àé]b?/"],
);

const pattern = fc.constantFrom(
  ...[
    "/[a-c]+/",
    "/[ab]+/ & ~/a+/",
    '"a" | "bb"',
    '("a" "b"?){1,2}',
    "/a+b/",
    "/[abc]*c/",
    "/.a/",
    '~"a" & /[ab]{1,2}/',
  ],
  ...['"c"+', "/[ab]{0,2}/", "/é|è/", '"ab"i', "/[^b]{2}/", "/(a|ab)(c|bcd)/", "/a_b/ | /_+b/"],
);

/** None matches a single byte: see `lazy-at-once` in the ledger. */
const lazyPattern = fc.constantFrom(
  ...["/[ab]*bb/", "/aa+/", '/[a-c]*/ "bc"', "/(?s:.)*ab/", "/ab|abb|abbab/", "/[^c]*[^c]c/", "/a_|_a*b/"],
);

const skipped = fc.constantFrom(
  "",
  "",
  "",
  '%ignore "_"',
  "%ignore /_+/",
  "%ignore / +/",
  "%ignore /_a?/",
  "%ignore /_[^_]*_/",
);

const names = ["start", "one", "two", "lazy"] as const;

/** What rules are made of; each rule may use all, so they recurse in every way. */
const { body } = fc.letrec<{ body: string; item: string }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("item"),
    fc.array(tie("item"), { minLength: 2, maxLength: 3 }).map((items) => items.join(" ")),
    fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((options) => `(${options.join(" | ")})`),
    fc.tuple(tie("item"), tie("body")).map(([item, option]) => `(${item} | ${option})`),
  ),
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: inline },
    { weight: 3, arbitrary: fc.constantFrom("T", "U", ...names.slice(1)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie("body"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{,2}"))
        .map(([x, of]) => `(${x})${of}`),
    },
    { weight: 1, arbitrary: tie("body").map((x) => `[${x}]`) },
  ),
}));

/** Grammars of three rules, a lazy one and two terminals. */
export const grammars: fc.Arbitrary<string> = fc
  .tuple(body, body, body, lazyPattern, pattern, pattern, skipped)
  .map(([start, one, two, lazy, T, U, skip]) =>
    [
      '%llguidance {"no_forcing": true, "allow_initial_skip": true}',
      `start: ${start}`,
      `one: ${one}`,
      `two: ${two} | "c"`,
      `lazy[lazy]: ${lazy}`,
      `T: ${T}`,
      `U: ${U}`,
      ...(skip === "" ? [] : [skip]),
    ].join("\n"),
  );
