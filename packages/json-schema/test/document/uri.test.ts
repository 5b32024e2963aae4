// References resolved as RFC 3986 says, judged by its own examples (§5.4) and by the platform's URL where that one is exact.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import { resolveUri, splitFragment } from "../../src/document/uri.js";

const seed = Number(process.env.ESPALIER_SEED ?? 20261121);

const NORMAL = `
g:h            g:h
g              http://a/b/c/g
./g            http://a/b/c/g
g/             http://a/b/c/g/
/g             http://a/g
//g            http://g
?y             http://a/b/c/d;p?y
g?y            http://a/b/c/g?y
;x             http://a/b/c/;x
g;x            http://a/b/c/g;x
.              http://a/b/c/
./             http://a/b/c/
..             http://a/b/
../            http://a/b/
../g           http://a/b/g
../..          http://a/
../../         http://a/
../../g        http://a/g`;

const ABNORMAL = `
../../../g     http://a/g
../../../../g  http://a/g
/./g           http://a/g
/../g          http://a/g
g.             http://a/b/c/g.
.g             http://a/b/c/.g
g..            http://a/b/c/g..
..g            http://a/b/c/..g
./../g         http://a/b/g
./g/.          http://a/b/c/g/
g/./h          http://a/b/c/g/h
g/../h         http://a/b/c/h
g;x=1/./y      http://a/b/c/g;x=1/y
g;x=1/../y     http://a/b/c/y
g?y/./x        http://a/b/c/g?y/./x
g?y/../x       http://a/b/c/g?y/../x
http:g         http:g`;

describe("RFC 3986, §5.4", () => {
  for (const line of (NORMAL + ABNORMAL).trim().split("\n")) {
    const [reference, expected] = line.split(/\s+/);
    test(line, () => expect(resolveUri("http://a/b/c/d;p?q", reference!)).toBe(expected));
  }
});

describe("bases that the platform's URL refuses or rewrites", () => {
  const cases: readonly (readonly [base: string, reference: string, expected: string])[] = [
    ["", "node", "node"],
    ["", "http://a/b", "http://a/b"],
    ["", "urn:uuid:1", "urn:uuid:1"],
    ["list", "node", "node"],
    ["a/b/list", "../node", "a/node"],
    ["urn:uuid:1", "", "urn:uuid:1"],
    ["urn:uuid:1", "urn:example:2", "urn:example:2"],
    ["http://a", "b", "http://a/b"],
    ["http://a/b", "", "http://a/b"],
    ["file:///folder/file.json", "other.json", "file:///folder/other.json"],
    ["file:///c:/folder/file.json", "../other.json", "file:///c:/other.json"],
    ["tag:example.com,2026:x/y", "z", "tag:example.com,2026:x/z"],
  ];
  for (const [base, reference, expected] of cases) {
    test(`"${reference}" at "${base}"`, () => expect(resolveUri(base, reference)).toBe(expected));
  }
});

test("agrees with the platform's URL on plain http URIs", () => {
  const piece = fc.constantFrom("a", "b.json", ".", "..", "c;d", "e=f", "");
  const path = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("/"));
  const reference = fc.oneof(
    path.filter((text) => !text.startsWith("//")),
    path.map((text) => `?${text}`),
    path.map((text) => `//h/${text}`),
  );
  fc.assert(
    fc.property(path, reference, (from, to) => {
      const base = new URL(`http://h/${from}`).href;
      expect(resolveUri(base, to)).toBe(new URL(to, base).href);
    }),
    { seed, numRuns: samples(500) },
  );
});

test("a reference is cut at its first #", () => {
  expect(splitFragment("a#b#c")).toEqual(["a", "b#c"]);
  expect(splitFragment("#")).toEqual(["", ""]);
  expect(splitFragment("a")).toEqual(["a", undefined]);
});
