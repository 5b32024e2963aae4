// JSON Schema within a Lark grammar: `%json { … }`.
import { check, lark, NotationError, nestedSchemas } from "espalier";
import { describe, expect, test } from "vitest";
import { fixture, run } from "./terminal.js";

const verdict = (grammar: string): ((text: string) => string) => {
  const language = lark(grammar, { extensions: nestedSchemas() });
  return (text) => {
    const { verdict, offset } = check<number>(language, text);
    return verdict === "dead" ? `dead at ${offset}` : verdict;
  };
};

test("a schema between other text", () => {
  const of = verdict(`
    start: "answer: " answer "\\n" REST
    answer: %json { "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] }
    REST: /[a-z ]*/
  `);
  expect(of('answer: {"ok": true}\nthat is all')).toBe("accepted");
  expect(of('answer: {"ok": true, "why": [1, {"x": null}]}\n')).toBe("accepted");
  expect(of('answer: {"ok": 1')).toBe("dead at 15");
  expect(of('answer: {"ok": true}')).toBe("incomplete");
});

test("two schemas, and one of them twice", () => {
  const of = verdict(`
    start: pair " " pair " " name
    pair: %json { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }
    name: %json { "type": "string", "maxLength": 3 }
  `);
  expect(of('[1, 2] [3,4] "abc"')).toBe("accepted");
  expect(of('[1, 2] [3,4] "abcd')).toBe("dead at 17");
  expect(of("[1, 2] [3]")).toBe("dead at 9");

  const same = '%json { "type": "object", "additionalProperties": { "type": "number" } }';
  const twice = verdict(`start: ${same} "|" ${same}`);
  expect(twice('{"a": 1}|{"b": 2, "c": 3}')).toBe("accepted");
  expect(twice('{"a": 1}|{"b": "2')).toBe("dead at 15");
});

test("what the grammar ignores may stand around a schema, and in it only what JSON has", () => {
  const of = verdict(`
    start: "x" %json { "type": "array", "items": { "enum": [1, 2] } } "x"
    %ignore /#/
  `);
  expect(of("#x##[1, 2]#x#")).toBe("accepted");
  expect(of("x[1,#")).toBe("dead at 4");
});

describe("numbers take all the digits that follow", () => {
  test("a digit behind a number belongs to the number while it can", () => {
    const of = verdict('start: %json { "type": "integer", "minimum": 0, "maximum": 99 } DIGIT\nDIGIT: /[0-9]/');
    expect(of("1")).toBe("incomplete");
    expect(of("12")).toBe("incomplete");
    expect(of("123")).toBe("accepted");
    expect(of("1234")).toBe("dead at 3");
  });

  test("what no number goes on with follows at once", () => {
    const of = verdict('start: %json { "type": "integer" } ("." | "px" | " " DIGIT)\nDIGIT: /[0-9]/');
    for (const text of ["12.", "12px", "12 3"]) expect(of(text)).toBe("accepted");
    expect(of("12.5")).toBe("dead at 3");
  });
});

describe("what is wrong with a schema is said at its place", () => {
  const issues = (grammar: string): readonly unknown[] => {
    try {
      lark(grammar, { extensions: nestedSchemas() });
    } catch (error) {
      return error instanceof NotationError
        ? error.issues.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`)
        : [error];
    }
    return [];
  };

  test("with its pointer, and with all other mistakes", () => {
    expect(issues('start: "a" x\nx: "b" %json { "properties": { "a": { "type": "strng" } } } | y')).toEqual([
      expect.stringMatching(/^2:8 bad-schema #\/properties\/a\/type: /),
      "2:63 undefined-name nothing is named `y`",
    ]);
  });

  test("where a grammar cannot do it", () => {
    expect(issues('start: %json { "type": "array", "items": { "type": "string" }, "uniqueItems": true }')).toEqual([
      "1:8 bad-schema #/uniqueItems: it is not enforced within a grammar",
    ]);
    expect(issues("start: %json false")).toEqual([expect.stringMatching(/^1:8 bad-schema #: no value satisfies/)]);
  });
});

test("without a reader of schemas a grammar that has one is refused", () => {
  expect(() => lark("start: %json {}")).toThrow(/1:8: %json needs a reader of JSON Schema; .*nestedSchemas\(\)/);
});

test("another reader of schemas may be given", () => {
  const seen: unknown[] = [];
  const language = lark('start: %json { "a": 1 } "!"', {
    extensions: {
      json(schema) {
        seen.push(schema);
        return {
          grammar: { start: "value", rules: [{ name: "value", body: { kind: "terminal", name: '"x"' } }] },
          terminals: [{ kind: "pattern", name: '"x"', regex: { kind: "literal", bytes: [120] } }],
          skip: [],
          munch: "maximal",
        };
      },
    },
  });
  expect(seen).toEqual([{ a: 1 }]);
  expect(check(language, "x!").verdict).toBe("accepted");
});

describe("on the command line", () => {
  test("a Lark file may contain a schema", async () => {
    const args = ["check", "--lark", fixture("answer.lark")];
    expect(await run([...args, 'answer: {"ok": true}\n'])).toMatchObject({ exit: 0 });
    expect(await run([...args, 'answer: {"ok": 1'])).toMatchObject({ exit: 1 });
  });

  test("and is exported as a grammar", async () => {
    const { exit, stdout } = await run(["export", "--lark", fixture("answer.lark"), "--to", "lark"]);
    expect(exit).toBe(0);
    const language = lark(stdout);
    expect(check(language, 'answer: {"ok": true}\n').verdict).toBe("accepted");
    expect(check(language, 'answer: {"no": true}\n').verdict).toBe("dead");
  });

  test("what is wrong with it is shown in the file", async () => {
    const { exit, stderr } = await run(["check", "--lark", fixture("unique.lark"), "x"]);
    expect(exit).toBe(2);
    expect(stderr).toContain("2:7 bad-schema: #/uniqueItems: it is not enforced within a grammar");
  });
});
