// The composer under tokenizers that are odd: of bytes, of whole lines, with a token at every beginning, with more tokens for a text than for its
// parts, and with texts that tokens do not give back. The budget holds all the same, and the provenance accounts for every item.

import {
  allProposals,
  type BlockFormat,
  candidatesFor,
  compose,
  createRepositoryIndex,
  createSite,
  cutToTokens,
  defaultRanker,
  NOTHING,
  type Proposal,
  type Tokenizer,
} from "@espalier/context";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { toy, toyPlace, toyText } from "./toy.js";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const bytes: Tokenizer = {
  encode: (text) => [...new TextEncoder().encode(text)],
  decode: (ids) => {
    try {
      return utf8.decode(Uint8Array.from(ids));
    } catch {
      return undefined;
    }
  },
};
const TOKENIZERS: Readonly<Record<string, Tokenizer>> = {
  "one token a byte": bytes,
  "a token at every beginning": { encode: (text) => [-1, ...bytes.encode(text)], decode: bytes.decode },
  "one token a line": { encode: (text) => text.split("\n").map((line) => line.length), decode: () => undefined },
  "more tokens together than apart": {
    encode: (text) => Array.from({ length: Math.floor(text.length ** 1.5 / 4) }, () => 1),
    decode: () => undefined,
  },
  "line feeds that cost where something follows": {
    encode: (text) => (text.match(/\n(?=.)|./gs) ?? []).flatMap((one) => (one === "\n" ? [1, 1, 1, 1, 1] : [2])),
    decode: () => "\ufffd",
  },
};
const NO_FORMAT: BlockFormat = { before: () => "", after: "", tokens: 0 };
const WIDE_FORMAT: BlockFormat = { before: (path) => `<<${path}>>\n`, after: "\n--\n", tokens: 3 };

describe.each(Object.entries(TOKENIZERS))("%s", (_, tokenizer) => {
  test("the budget holds, and every item is shown, or dropped for one reason", async () => {
    const format = fc.constantFrom(undefined, NO_FORMAT, WIDE_FORMAT);
    const order = fc.constantFrom("stable" as const, "best-last" as const);
    await fc.assert(
      fc.asyncProperty(toyPlace, fc.nat(150), fc.constantFrom(1, 3, 8, 100), order, format, async (place, ...how) => {
        const [budget, proposals, blocks, shape] = how;
        const text = place.files.get(place.path)!;
        const cut = [...text].slice(0, Math.floor(place.at * [...text].length)).join("").length;
        const index = createRepositoryIndex(toy);
        index.update([...place.files].map(([path, content]) => ({ path, text: content })));
        const hole = { path: place.path, prefix: text.slice(0, cut), suffix: text.slice(cut + place.length) };
        const site = createSite(index, hole);
        const { candidates } = candidatesFor(site, allProposals(), { characters: 100_000 });
        const ranked = await defaultRanker().rank(site, candidates);
        const options = { budget, tokenizer, shown: hole, order: blocks, proposals };
        const made = compose(ranked, shape === undefined ? options : { ...options, format: shape });
        expect(made.tokens).toBeLessThanOrEqual(budget);
        if (made.text !== "") expect(tokenizer.encode(made.text).length).toBeLessThanOrEqual(budget);
        const nothing = ranked.findIndex(({ candidate }) => candidate.proposal === NOTHING);
        const pieces = ranked.slice(0, Math.min(nothing, proposals)).flatMap(({ candidate }) => candidate.pieces);
        made.provenance.forEach(({ path, items, spans, dropped }, at) => {
          expect(path).toBe(pieces[at]!.path);
          expect(spans).toHaveLength(items);
          // An item of which a part is shown is over the budget too.
          const whole = new Set(pieces[at]!.items.map(({ from, to }) => `${from}-${to}`));
          const parts = spans.filter(({ from, to }) => !whole.has(`${from}-${to}`)).length;
          const all = items + dropped.inWindow + dropped.shownAlready + dropped.overBudget;
          expect(all - parts).toBe(pieces[at]!.items.length);
        });
        expect(made.provenance).toHaveLength(pieces.length);
      }),
      { numRuns: samples(300) },
    );
  });

  test("a cut is a head or tail within its tokens", () => {
    fc.assert(
      fc.property(toyText, fc.nat(40), fc.constantFrom("head" as const, "tail" as const), (text, most, keep) => {
        const cut = cutToTokens(tokenizer, text, most, keep);
        expect(keep === "head" ? text.startsWith(cut) : text.endsWith(cut)).toBe(true);
        if (cut !== "") expect(tokenizer.encode(cut).length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

test("an item that was cut, and taken back since the parts together cost more, is dropped once", () => {
  const tokenizer: Tokenizer = {
    encode: (text) => [...text, ...(text.includes("a\nb") ? "0123456789" : "")].map((one) => one.charCodeAt(0)),
    decode: (ids) => String.fromCharCode(...ids),
  };
  const items = ["aaaa", "b".repeat(20)].map((text, at) => ({ text, from: 10 * at, to: 10 * at + text.length }));
  const piece = { path: "f", heading: "", items, joiner: "\n", names: false, reason: "a test" };
  const proposal: Proposal = { ...NOTHING, id: "own", number: undefined, pieces: () => [piece] };
  const ranked = [
    { candidate: { proposal, pieces: [piece], text: "" }, score: 1 },
    { candidate: { proposal: NOTHING, pieces: [], text: "" }, score: 0 },
  ];
  const options = { budget: 12, tokenizer, shown: { prefix: "", suffix: "" }, format: NO_FORMAT };
  const { provenance, tokens } = compose(ranked, options);
  expect(tokens).toBeLessThanOrEqual(12);
  expect(provenance[0]).toMatchObject({ items: 0, dropped: { inWindow: 0, shownAlready: 0, overBudget: 2 } });
});
