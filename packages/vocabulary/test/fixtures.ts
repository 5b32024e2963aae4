// Miniature tokenizer.json files, one of each kind, small enough to check by eye.

/** A byte-level BPE: a hole at 4, a duplicate spelling at 5, special and plain added tokens. */
export const byteLevel = {
  added_tokens: [
    { id: 8, content: "<|end|>", special: true },
    { id: 9, content: "  ", special: false },
    { id: 10, content: "<｜name▁of｜>", special: true },
    { id: 11, content: "é", special: false },
  ],
  normalizer: null,
  pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, use_regex: true },
  post_processor: null,
  decoder: { type: "ByteLevel" },
  model: {
    type: "BPE",
    vocab: { a: 0, Ġa: 1, Ã: 2, "©": 3, Ċ: 6, "": 7 } as Record<string, number>,
    merges: ["Ġ a"],
  },
};

/** A SentencePiece BPE with byte fallback, as in Llama-2 and Gemma. */
export const byteFallback = {
  added_tokens: [
    { id: 0, content: "<unk>", special: true },
    { id: 1, content: "<s>", special: true },
    { id: 2, content: "</s>", special: true },
    { id: 8, content: "▁▁", special: false },
  ],
  normalizer: {
    type: "Sequence",
    normalizers: [
      { type: "Prepend", prepend: "▁" },
      { type: "Replace", pattern: { String: " " }, content: "▁" },
    ],
  },
  pre_tokenizer: null,
  post_processor: null,
  decoder: {
    type: "Sequence",
    decoders: [
      { type: "Replace", pattern: { String: "▁" }, content: " " },
      { type: "ByteFallback" },
      { type: "Fuse" },
      { type: "Strip", content: " ", start: 1, stop: 0 },
    ],
  },
  model: {
    type: "BPE",
    unk_token: "<unk>",
    byte_fallback: true,
    vocab: { "<unk>": 0, "<s>": 1, "</s>": 2, "<0x0A>": 3, "<0xE2>": 4, "▁the": 5, "▁": 6, é: 7, "▁▁": 8 } as Record<
      string,
      number
    >,
    merges: [],
  },
};

/** A Unigram without byte fallback, as in T5. */
export const unigram = {
  added_tokens: [{ id: 1, content: "</s>", special: true }],
  normalizer: null,
  pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
  post_processor: null,
  decoder: { type: "Metaspace", replacement: "▁" },
  model: {
    type: "Unigram",
    unk_id: 0,
    vocab: [
      ["<unk>", 0],
      ["</s>", 0],
      ["▁the", -1],
      ["<0x0A>", -2],
      ["s", -3],
    ] as [string, number][],
  },
};

/** A Unigram with byte fallback: only the flag differs, and one token with it. */
export const unigramWithFallback = { ...unigram, model: { ...unigram.model, byte_fallback: true } };

/** `vocabulary`, one word an id: `_` a hole, `<name>` a control token, otherwise the bytes in hexadecimal. */
export function spelled(vocabulary: {
  readonly size: number;
  bytes(id: number): Uint8Array | undefined;
  control(id: number): string | undefined;
}): string {
  return Array.from({ length: vocabulary.size }, (_, id) => {
    const bytes = vocabulary.bytes(id);
    if (bytes === undefined) return vocabulary.control(id) ?? "_";
    return bytes.length === 0 ? "ε" : Buffer.from(bytes).toString("hex");
  }).join(" ");
}
