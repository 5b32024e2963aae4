// The kinds of arguments that the functions of this package check.
import { having, type Kind } from "@espalier/arguments";
import { monitorKind } from "@espalier/monitor";
import { vocabularyKind } from "@espalier/vocabulary";

/** The trie of a vocabulary. */
export const trieKind: Kind = having(
  "a trie",
  { vocabulary: "object", words: "object", roots: "object", size: "number" },
  (value) =>
    vocabularyKind.fault(value) === undefined ? "This is a vocabulary: pass buildTrie(vocabulary)." : undefined,
);

/** A masker. */
export const maskerKind: Kind = having(
  "a masker",
  { trie: "object", monitor: "object", mask: "function", push: "function" },
  (value) =>
    monitorKind.fault(value) === undefined
      ? "This is a monitor: pass createMasker(buildTrie(vocabulary), monitor)."
      : undefined,
);

/** A mask. */
export const maskKind: Kind = having(
  "a mask",
  { size: "number", count: "number", extra: "object", has: "function" },
  (value) =>
    typeof value === "object" && value !== null && "mask" in value
      ? "Pass the `mask` of what mask(state) returns."
      : undefined,
);
