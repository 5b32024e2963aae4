// An outside judge for JSON Schema: the official test suite. Of every case of every draft we must say what it says, or have refused the
// schema with a reason; ledger.json holds which it is. `format` is an annotation in the required tests, as the specification has it
// since 2019-09, and an assertion in `optional/format`. What else is optional is told in the ledger, right or wrong.
//
// `ESPALIER_LEDGER=write` writes the ledger anew. Groups that the ledger does not know, because the suite is another state of itself, must
// be right or refused.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readmes, root } from "../../support/code-blocks.js";
import { EXCEPTIONS, isExcepted } from "./exceptions.js";
import { judge } from "./judge.js";
import { MARKS, readLedger, table, withTables } from "./keyword-table.js";
import { differences, type Judged, keyOf, ledgerOf, writeLedger } from "./ledger.js";
import { DRAFTS, openSuite, PARTS, type Suite, VARIABLE, whyNoSuite } from "./suite.js";

const ledgerFile = new URL("ledger.json", import.meta.url);
const writing = process.env.ESPALIER_LEDGER === "write";
const missing = whyNoSuite();

let suite: Suite;
const all: Judged[] = [];

beforeAll(() => {
  if (missing === undefined) suite = openSuite(process.env[VARIABLE]!);
});

const judged = (name: string, run: () => void): void =>
  test(name, (context) => (missing === undefined ? run() : context.skip(missing)), 300_000);

describe.each(Object.values(DRAFTS))("draft %s", (draft) => {
  for (const part of PARTS) {
    judged(part, () => {
      const formats = part === "optional/format" ? "assert" : "annotate";
      const files = suite.files.filter((file) => file.draft === draft && file.part === part);
      const of = files.map((file): Judged => {
        return { file, outcomes: file.groups.map((group) => judge(group, { draft, formats, resolve: suite.resolve })) };
      });
      all.push(...of);
      if (part === "optional") return;
      const wrong = of.flatMap(({ file, outcomes }) =>
        file.groups.flatMap(({ description }, i) =>
          outcomes[i]!.wrong.filter((what) => !isExcepted(keyOf(file), what)).map(
            (what) => `${keyOf(file)} > ${description} > ${what}`,
          ),
        ),
      );
      expect(wrong).toEqual([]);
    });
  }
});

describe("the ledger", () => {
  judged("is as it was", () => {
    const now = ledgerOf(all);
    for (const [draft, { all: count }] of Object.entries(now.counts)) console.log(`${draft}: ${JSON.stringify(count)}`);
    if (writing) {
      writeFileSync(ledgerFile, writeLedger(now));
      return;
    }
    const { different, unknown } = differences(readLedger(), now, all);
    if (unknown > 0)
      console.log(`${unknown} groups are not in the ledger: the suite is not the one that it was written with`);
    expect(different).toEqual([]);
  });

  test("has nothing wrong in what is required, but for the exceptions", () => {
    const wrong = Object.entries(readLedger().files).flatMap(([key, { wrong }]) =>
      /\/optional\/[^/]+$/.test(key)
        ? []
        : Object.values(wrong ?? {}).flatMap((list) => list.map((what) => [key, what] as const)),
    );
    expect(wrong.filter(([key, what]) => !isExcepted(key, what))).toEqual([]);
    for (const { file, wrong: what, why } of EXCEPTIONS) {
      expect([why, wrong.some(([key, told]) => file.test(key) && what.test(told))]).toEqual([why, true]);
    }
  });
});

describe("the documentation", () => {
  const ledger = readLedger();

  test("tells what the ledger holds", () => {
    for (const part of ["required", "optional/format"] as const) {
      const rows = table(ledger, part).split("\n").slice(2);
      const names = Object.keys(ledger.files).filter((key) => key.startsWith("2020-12/"));
      const own = names.filter((key) => key.startsWith("2020-12/optional/format/") === (part !== "required"));
      expect(rows.length).toBeGreaterThanOrEqual(own.filter((key) => !/\/optional\/[^/]+$/.test(key)).length);
    }
  });

  test.each(readmes())("%s has the tables of the ledger, where it has tables", (readme) => {
    const text = readFileSync(path.join(root, readme), "utf8");
    expect(withTables(text, ledger)).toBe(text);
    for (const [open, close] of Object.values(MARKS)) expect(text.includes(open)).toBe(text.includes(close));
  });
});
