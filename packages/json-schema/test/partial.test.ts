// Partial values of JSON texts, against a reader that looks at the whole beginning each time.
import { createPartialJson, JsonTextError } from "@espalier/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

function after(...pieces: readonly string[]): unknown {
  const json = createPartialJson();
  for (const piece of pieces) json.push(piece);
  return json.value;
}

test.each<[string, unknown]>([
  ["12", 12],
  ["-0.5e2", -50],
  ["1.", undefined],
  ["-", undefined],
  ["[1", []],
  ['"a', "a"],
  ["true", true],
  ["", undefined],
])("after its end, %j has the value %j", (text, value) => {
  const json = createPartialJson();
  json.push(text);
  json.end();
  expect(json.value).toEqual(value);
});

test("nothing but whitespace follows a number that has ended", () => {
  const json = createPartialJson();
  json.push("12");
  expect(json.ended).toBe(false);
  json.end();
  expect(json.ended).toBe(true);
  json.push(" ");
  expect(() => json.push("3")).toThrow(JsonTextError);
});

describe("values", () => {
  test.each<[string, unknown]>([
    ["", undefined],
    [" ", undefined],
    ["{", {}],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a":"', { a: "" }],
    ['{"a":"x', { a: "x" }],
    ['{"a":1', {}],
    ['{"a":1 ', { a: 1 }],
    ['{"a":tru', {}],
    ['{"a":true', { a: true }],
    ['{"a":nul', {}],
    ["[[[", [[[]]]],
    ["[1,2", [1]],
    ["[1,2]", [1, 2]],
    ['["a\\', ["a"]],
    ['["a\\n', ["a\n"]],
    ['["\\u00e', [""]],
    ['["\\u00e9', ["é"]],
    ['["\\ud83d', [""]],
    ['["\\ud83d\\ude0', [""]],
    ['["\\ud83d\\ude00', ["😀"]],
    ['["\\ud83dx', ["\ud83dx"]],
    ['["\\ud83d"', ["\ud83d"]],
    ['["\\ud83d\\ud83d\\ude00', ["\ud83d😀"]],
    ["12", undefined],
    ["12 ", 12],
    ['"ab', "ab"],
    ["null", null],
    ['{"a":1,"a":"x', { a: "x" }],
  ])("%j", (text, value) => {
    expect(after(text)).toEqual(value);
    expect(after(...text)).toEqual(value);
  });

  test("a pair of surrogates comes whole, wherever it is cut", () => {
    const json = createPartialJson();
    json.push('"\ud83d');
    expect(json.value).toBe("");
    json.push("\ude00");
    expect(json.value).toBe("😀");
  });

  test("what has ended is shared, and what was given does not change", () => {
    const json = createPartialJson();
    json.push('{"a":[1,2],"b":["x');
    const first = json.value as { a: unknown; b: unknown };
    expect(json.value).toBe(first);
    json.push('y","z');
    const second = json.value as { a: unknown; b: unknown };
    expect([first, second]).toEqual([
      { a: [1, 2], b: ["x"] },
      { a: [1, 2], b: ["xy", "z"] },
    ]);
    expect(second.a).toBe(first.a);
    json.push('"],"key');
    const third = json.value;
    json.push(' that grows"   :  ');
    expect(json.value).toBe(third);
    expect(json.ended).toBe(false);
    json.push("0}");
    expect([json.value, json.ended]).toEqual([{ a: [1, 2], b: ["xy", "z"], "key that grows": 0 }, true]);
  });

  test("nothing new, nothing anew", () => {
    const json = createPartialJson();
    json.push('{"a":["x');
    const before = json.value;
    for (const piece of ['"', " ]", ', "', 'b"', ":", "tru"]) json.push(piece);
    expect(json.value).toBe(before);
    json.push("e");
    expect(json.value).toEqual({ a: ["x"], b: true });
  });

  test("a member named __proto__", () => {
    expect(JSON.stringify(after('{"__proto__": {"a": 1}, "b": "x'))).toBe('{"__proto__":{"a":1},"b":"x"}');
  });

  test("depth and length", () => {
    expect(after("[".repeat(100_000))).toBeInstanceOf(Array);
    const json = createPartialJson();
    json.push('"');
    for (let n = 0; n < 200_000; n++) json.push("ab");
    expect(json.value).toHaveLength(400_000);
  });
});

describe("what is no JSON", () => {
  test.each<[string, number]>([
    ["x", 0],
    ["{]", 1],
    ["[}", 1],
    ["[1,]", 3],
    ["{,", 1],
    ['{"a" 1', 5],
    ['{"a":1,}', 7],
    ["01", 1],
    ["[1.]", 3],
    ["[-]", 2],
    ["--", 1],
    ["1e+ ", 3],
    ["trux", 3],
    ['"\\x', 2],
    ['"\\u00g', 5],
    ['"a\nb"', 2],
    ["{} {", 3],
    ["1 2", 2],
    ["[1 2", 3],
    ["\ufeff1", 0],
    [`[${"1".repeat(80)}.]`, 82],
  ])("%j fails at %i", (text, offset) => {
    for (const pieces of [[text], [...text]]) {
      const json = createPartialJson();
      const push = (): void => {
        for (const piece of pieces) json.push(piece);
      };
      expect(push).toThrow(expect.objectContaining({ code: "not-json", offset }));
      expect(() => json.push(" ")).toThrow(JsonTextError);
    }
  });
});

/** The value of a beginning, read from its start by recursive descent; `undefined` when nothing is known. */
function slowly(beginning: string): unknown {
  let at = 0;
  let root: unknown;
  const blanks = (): void => {
    while (at < beginning.length && " \n\t".includes(beginning[at]!)) at++;
  };
  /** The string at hand, and whether it has ended. */
  const string = (): readonly [text: string, ended: boolean] => {
    const [whole] = /^"(?:[^"\\]|\\.)*"/s.exec(beginning.slice(at)) ?? [];
    if (whole !== undefined) {
      at += whole.length;
      return [JSON.parse(whole) as string, true];
    }
    const cut = /^"(?:[^"\\]|\\[^u]|\\u[0-9a-f]{4})*/s.exec(beginning.slice(at))![0];
    at = beginning.length;
    return [(JSON.parse(`${cut}"`) as string).replace(/[\ud800-\udbff]$/, ""), false];
  };
  /** Reads a value and gives it to `put` as soon as anything of it is known. False at the end of the text. */
  const value = (put: (value: unknown) => void): boolean => {
    blanks();
    const first = beginning[at];
    if (first === undefined) return false;
    if (first === '"') {
      const [text, ended] = string();
      put(text);
      return ended;
    }
    if (first === "[" || first === "{") {
      at++;
      const container: unknown[] | Record<string, unknown> = first === "[" ? [] : {};
      put(container);
      for (;;) {
        blanks();
        if (at === beginning.length) return false;
        if ("]}".includes(beginning[at]!)) {
          at++;
          return true;
        }
        if (beginning[at] === ",") at++;
        if (Array.isArray(container)) {
          if (!value((item) => container.push(item))) return false;
          continue;
        }
        blanks();
        const [key, ended] = beginning[at] === '"' ? string() : ["", false];
        blanks();
        if (!ended || beginning[at++] !== ":") return false;
        const define = (item: unknown): unknown =>
          Object.defineProperty(container, key, { value: item, enumerable: true, configurable: true, writable: true });
        if (!value(define)) return false;
      }
    }
    const [word] = /^[^\s,\]}]+/.exec(beginning.slice(at))!;
    at += word.length;
    if (at === beginning.length && !["true", "false", "null"].includes(word)) return false;
    put(JSON.parse(word));
    return true;
  };
  value((known) => {
    root = known;
  });
  return root;
}

/** A value written with random blanks and escapes. */
function written(value: unknown, choose: () => number): string {
  const blank = (): string => ["", "", "", " ", "\n\t"][choose() % 5]!;
  const string = (text: string): string =>
    `"${Array.from({ length: text.length }, (_, at) => {
      const unit = text[at]!;
      const plain = JSON.stringify(unit).slice(1, -1);
      return choose() % 3 > 0 ? plain : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    }).join("")}"`;
  const write = (each: unknown): string => {
    if (typeof each === "string") return string(each);
    if (Array.isArray(each)) return `[${blank()}${each.map((item) => `${write(item)}${blank()}`).join(`,${blank()}`)}]`;
    if (typeof each !== "object" || each === null) return JSON.stringify(each);
    const members = Object.entries(each).map(
      ([key, item]) => `${string(key)}${blank()}:${blank()}${write(item)}${blank()}`,
    );
    return `{${blank()}${members.join(`,${blank()}`)}}`;
  };
  return `${blank()}${write(value)}${blank()}`;
}

test("every beginning of every text", () => {
  const choices = fc.infiniteStream(fc.nat(1000));
  const unit = fc.oneof(
    fc.constantFrom('"', "\\", "\ud83d", "\ude00", "{", "\n"),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  const strings = fc.array(unit, { maxLength: 4 }).map((units) => units.join(""));
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      strings,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -1, true, false, null),
      tie("list"),
      tie("map"),
    ),
    list: fc.array(tie("value"), { maxLength: 3 }),
    map: fc.dictionary(strings, tie("value"), { maxKeys: 3 }),
  }));
  fc.assert(
    fc.property(values, choices, (value, stream) => {
      const text = written(value, () => stream.next().value);
      const json = createPartialJson();
      for (let length = 0; ; length++) {
        const beginning = text.slice(0, length);
        expect(json.value, beginning).toEqual(slowly(beginning));
        if (length === text.length) break;
        json.push(text[length]!);
      }
      json.push(" ");
      expect(json.value).toEqual(JSON.parse(text));
      expect(json.ended).toBe(true);
      const atOnce = createPartialJson();
      atOnce.push(text);
      atOnce.push(" ");
      expect(atOnce.value).toEqual(JSON.parse(text));
    }),
    { numRuns: samples(150) },
  );
});
