// Snapshots of a file under edit: parsed again from what they say of the change, a file has the tree and the errors that the compiler finds when
// it reads the whole text.

import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { changeBetween, snapshots } from "../src/snapshot.js";

const { of } = snapshots();
const PIECES = [
  "const a = b.c;\n",
  "function f(x: number) { return x; }\n",
  "class C { m() {} }\n",
  `\`t\${a}u\``,
  "/* c */",
  "// c\n",
  "'s'",
  "😀",
  "{",
  "}",
  "(",
  "`",
  "*/",
  "=>",
  "\r\n",
  "<",
  "/",
];

/** The tree of a file: kinds and ends of all nodes, and the errors. */
function outline(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    found.push(`${ts.SyntaxKind[node.kind]} ${node.pos} ${node.end}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const { parseDiagnostics } = file as ts.SourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  return [...found, ...parseDiagnostics.map(({ code, start }) => `error ${code} at ${start}`)];
}

const piece = fc.constantFrom(...PIECES);
const edits = fc.array(fc.record({ at: fc.nat(), dropped: fc.nat(8), insert: fc.oneof(piece, fc.constant("")) }), {
  minLength: 1,
  maxLength: 6,
});

test("what changed, parsed again, gives the tree of the whole text", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 4, maxLength: 16 }), edits, (pieces, changes) => {
      let text = pieces.join("");
      let snapshot = of(text);
      let file = ts.createLanguageServiceSourceFile("a.ts", snapshot, ts.ScriptTarget.Latest, "0", true);
      for (const [number, { at, dropped, insert }] of changes.entries()) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + insert + text.slice(from + dropped);
        const next = of(text);
        const change = next.getChangeRange(snapshot)!;
        file = ts.updateLanguageServiceSourceFile(file, next, `${number + 1}`, change);
        snapshot = next;
        expect(file.text).toBe(text);
        expect(outline(file)).toEqual(outline(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true)));
      }
    }),
    { numRuns: samples(500) },
  );
});

test("the change from another's snapshot is not known", () => {
  expect(of("a").getChangeRange(ts.ScriptSnapshot.fromString("a"))).toBeUndefined();
});

test("the range of a change holds no character before it or after it that is in both texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { span, newLength } = changeBetween(before, after);
      const end = span.start + span.length;
      const [changed, written] = [before.slice(span.start, end), after.slice(span.start, span.start + newLength)];
      expect(before.slice(0, span.start) + written + before.slice(end)).toBe(after);
      if (changed === "" || written === "") return;
      expect(changed[0]).not.toBe(written[0]);
      expect(changed.at(-1)).not.toBe(written.at(-1));
    }),
    { numRuns: samples(500) },
  );
});
