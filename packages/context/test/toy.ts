// A small language for tests, one statement a line, with its extractor; and repositories of it at random.
//
//   use shapes: Round area      class Disc < Round      fun area(r) = pi * r      var size      say "text"

import type { FactExtractor, FileFacts, ImportFact } from "@espalier/context";
import fc from "fast-check";

/** Facts of a text of the toy language. Every text has some; lines of no known form are names. */
export const toy: FactExtractor = {
  facts: (path, text) => (path.endsWith(".toy") ? factsOf(text) : undefined),
  resolve: (_, { specifier }, files) => {
    const path = `${specifier.replaceAll(".", "/")}.toy`;
    return files.has(path) ? [path] : [];
  },
  configures: () => false,
};

function factsOf(text: string): FileFacts {
  const facts = { imports: [] as ImportFact[], classes: [], methods: [] } as {
    -readonly [Name in "imports" | "classes" | "methods"]: FileFacts[Name][number][];
  };
  const spans = { fields: [], strings: [], identifiers: [], types: [], comments: [] } as Record<
    "fields" | "strings" | "identifiers" | "types" | "comments",
    number[]
  >;
  for (const line of text.matchAll(/[^\n]+/g)) {
    const [from, to] = [line.index, line.index + line[0].length];
    const use = /^use ([\w.]+):(.*)$/.exec(line[0]);
    const declared = /^class (\w+)(?: < (\w+))?/.exec(line[0]);
    const method = /^fun (\w+)\(.*?\)( = )?/.exec(line[0]);
    if (use !== null) {
      const names = use[2]!.trim().split(/ +/).filter(Boolean);
      facts.imports.push({ from, to, specifier: use[1]!, names, members: names });
    }
    if (declared !== null)
      facts.classes.push({ from, to, name: declared[1]!, bases: declared[2] ? [declared[2]] : [] });
    if (method !== null) facts.methods.push({ from, to, name: method[1]!, body: from + method[0].length });
    if (line[0].startsWith("var ")) spans.fields.push(from, to);
    for (const word of line[0].matchAll(/"[^"]*"|\w+/g)) {
      const place = [from + word.index, from + word.index + word[0].length];
      if (word[0].startsWith('"')) spans.strings.push(...place);
      else if (!/^(use|class|fun|var|say)$/.test(word[0]))
        spans[/^[A-Z]/.test(word[0]) ? "types" : "identifiers"].push(...place);
    }
  }
  return {
    ...facts,
    fields: Int32Array.from(spans.fields),
    strings: Int32Array.from(spans.strings),
    identifiers: Int32Array.from(spans.identifiers),
    types: Int32Array.from(spans.types),
    comments: Int32Array.from(spans.comments),
  };
}

const name = fc.constantFrom("area", "size", "total_cost", "readAll", "x", "naïve", "名前");
const type = fc.constantFrom("Disc", "Round", "Shape", "Store");
const module = fc.constantFrom("shapes", "lib.store", "lib.disc_store", "missing", "math");
const line = fc.oneof(
  fc
    .tuple(module, fc.array(fc.oneof(name, type), { maxLength: 3 }))
    .map(([from, names]) => `use ${from}: ${names.join(" ")}`),
  fc.tuple(type, fc.option(type)).map(([own, base]) => `class ${own}${base === null ? "" : ` < ${base}`}`),
  fc.tuple(name, name, name).map(([own, first, second]) => `fun ${own}(${first}) = ${first} * ${second} 😀`),
  name.map((own) => `var ${own}`),
  name.map((own) => `say "${own} of 東京"`),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll("\n", "")),
  fc.constant(""),
);

/** The text of a file. */
export const toyText = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

const path = fc.constantFrom(
  ...["shapes.toy", "math.toy", "shapes_test.toy", "lib/store.toy", "lib/disc_store.toy", "lib/store_test.toy"],
  ...["lib/readme.md", "disc.toy"],
);

/** Files by path. */
const toyRepository = fc.array(fc.tuple(path, toyText), { minLength: 1, maxLength: 8 }).map((files) => new Map(files));

/** A repository, and a place in one of its files: a path, an offset, and the length of what is hidden there. */
export const toyPlace = toyRepository.chain((files) =>
  fc.record({
    files: fc.constant(files),
    path: fc.constantFrom(...files.keys()),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 12 }),
  }),
);
