// The outside judges judged: every CPython says of the snippets what the table has, and of the probes what the study that they are from has; it
// tells rejection from a want of memory, and goes on after a crash.
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Oracle, openOracle } from "./oracle.js";
import { findPythons, nameOf, VERSIONS, wantedVersions, whyNoPython, whyNotAsked } from "./pythons.js";
import { isAccepted, PROBES, probes, snippets, snippetsFile, written } from "./snippets.js";

const wanted = wantedVersions();
const pythons = findPythons(wanted, process.env.ESPALIER_PYTHON_VERSIONS === undefined ? "sampled" : "all");
const writing = process.env.ESPALIER_LEDGER === "write";

/** What the last CPython of each version says of the snippets, in their order. */
const flags = new Map<string, string[]>();

afterAll(() => {
  if (!writing || flags.size < VERSIONS.length) return;
  const list = snippets().map(({ text }, i) => ({
    text,
    flags: VERSIONS.map((version) => flags.get(version)![i]).join(""),
  }));
  writeFileSync(snippetsFile, `${JSON.stringify(written(list), undefined, 2)}\n`);
});

describe.each(VERSIONS)("CPython %s", (version) => {
  const here = pythons.filter((python) => python.version === version);
  if (here.length === 0) {
    const why = wanted.includes(version) ? whyNoPython(version) : whyNotAsked(version);
    test("judges as the table says", (context) => context.skip(why));
  }

  describe.each(here.map((python) => [nameOf(python), python] as const))("%s", (_, python) => {
    let oracle: Oracle;
    beforeAll(async () => {
      oracle = await openOracle(python);
    });
    afterAll(() => oracle?.close());

    test("judges the snippets as the table says", async () => {
      expect(oracle.exact.startsWith(`${version}.`)).toBe(true);
      // What is too much for the one that the table was made with is not asked again, since it ends the process.
      const list = snippets().filter((snippet) => writing || isAccepted(snippet, version) !== undefined);
      const verdicts = await oracle.parse(list.map(({ text }) => text));
      if (writing) {
        const letters = { accept: "Y", reject: "n", resource: "?" };
        flags.set(
          version,
          verdicts.map(({ kind }) => letters[kind]),
        );
        return;
      }
      const different = list.filter((snippet, i) => {
        const { kind } = verdicts[i]!;
        return kind !== "resource" && isAccepted(snippet, version) !== (kind === "accept");
      });
      const odd = ODD.filter(({ versions }) => versions.includes(oracle.exact)).map(({ text }) => text);
      expect(different.map(({ text }) => text).sort()).toEqual(odd.sort());
    });

    test("tells rejection from a want of memory, and goes on", async () => {
      const deep = `x = ${"-".repeat(200_000)}1\n`;
      const verdicts = await oracle.parse(["a", deep, "if a:\n\tb\n        c\n", "\0", "b"]);
      expect(verdicts.map(({ kind }) => kind)).toEqual(["accept", "resource", "reject", "reject", "accept"]);
      expect(verdicts[2]).toMatchObject({
        line: 3,
        error: expect.stringMatching(/^TabError: inconsistent use of tabs/),
      });
    });

    test("has a standard library that it accepts, and its tokens", async () => {
      const file = (await oracle.library()).find((name) => name.endsWith("textwrap.py"))!;
      const text = (await oracle.read(file))!;
      expect(await oracle.parse([text, `${text}(`])).toMatchObject([{ kind: "accept" }, { kind: "reject" }]);
      const tokens = (await oracle.tokens("if é:\n  𝒳 = 1\n"))!;
      expect(tokens.map(([kind, start, end]) => `${kind} ${start} ${end}`).slice(0, 8)).toEqual([
        ...["NAME 0 2", "NAME 3 4", "OP 4 5", "NEWLINE 5 6", "INDENT 6 8", "NAME 8 10", "OP 11 12", "NUMBER 13 14"],
      ]);
    });

    test("judges the probes as the study of them says", async (context) => {
      const list = probes();
      if (list === undefined) return context.skip(`needs the probes: ${PROBES}=FILE`);
      const of = list.filter(({ accepted }) => accepted.has(oracle.exact));
      if (of.length === 0) return context.skip(`the probes were not made with CPython ${oracle.exact}`);
      const verdicts = await oracle.parse(of.map(({ text }) => text));
      const different = of.filter(({ accepted }, i) => accepted.get(oracle.exact) !== (verdicts[i]!.kind === "accept"));
      expect(different.map(({ text }) => text)).toEqual([]);
    });
  });
});

/** What the patches of one version disagree about, where the table has what the last one says. */
const ODD: readonly { readonly versions: readonly string[]; readonly text: string }[] = [
  { versions: ["3.12.0", "3.12.1"], text: "f'{a:{b=}}'\n" },
];
