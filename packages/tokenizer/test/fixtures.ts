// Miniature tokenizers of the two families, each with every byte as a token, so that any text can be said.

const alphabet = Array.from({ length: 256 }, (_, byte) => {
  const prints = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  if (prints(byte)) return String.fromCharCode(byte);
  let nth = 0;
  for (let other = 0; other < byte; other++) if (!prints(other)) nth++;
  return String.fromCharCode(256 + nth);
});

/** Byte-level BPE with a template that begins with `<|start|>`, a plain added token, and NFC, which changes text. */
export const byteLevel = {
  added_tokens: [
    { id: 260, content: "<|start|>", special: true, normalized: false },
    { id: 261, content: "<|end|>", special: true, normalized: false },
    { id: 262, content: "    ", special: false, normalized: false },
  ],
  normalizer: { type: "NFC" },
  pre_tokenizer: { type: "ByteLevel", add_prefix_space: true, use_regex: true },
  post_processor: {
    type: "TemplateProcessing",
    single: [{ SpecialToken: { id: "<|start|>", type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }],
    pair: [],
    special_tokens: { "<|start|>": { id: "<|start|>", ids: [260], tokens: ["<|start|>"] } },
  },
  decoder: { type: "ByteLevel" },
  model: {
    type: "BPE",
    vocab: {
      ...Object.fromEntries(alphabet.map((token, byte) => [token, byte])),
      Ġa: 256,
      ab: 257,
      "Ã©": 258,
      ĊĊ: 259,
    },
    merges: ["a b", "Ġ a", "Ã ©", "Ċ Ċ"],
  },
};

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");

/** SentencePiece BPE with byte fallback and a prefix space, as in Llama-2. */
export const sentencePiece = {
  added_tokens: [
    { id: 0, content: "<unk>", special: true, normalized: false },
    { id: 1, content: "<s>", special: true, normalized: false },
    { id: 2, content: "</s>", special: true, normalized: false },
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
    fuse_unk: true,
    byte_fallback: true,
    vocab: {
      "<unk>": 0,
      "<s>": 1,
      "</s>": 2,
      ...Object.fromEntries(Array.from({ length: 256 }, (_, byte) => [`<0x${hex(byte)}>`, byte + 3])),
      "▁": 259,
      a: 260,
      b: 261,
      "▁a": 262,
      ab: 263,
    },
    merges: ["a b", "▁ a"],
  },
};

/** SentencePiece Unigram without byte fallback: it can say `a`, `b` and spaces. */
export const unigram = {
  added_tokens: [{ id: 1, content: "</s>", special: true, normalized: false }],
  normalizer: null,
  pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
  post_processor: null,
  decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
  model: {
    type: "Unigram",
    unk_id: 0,
    vocab: [
      ["<unk>", 0],
      ["</s>", 0],
      ["▁", -2],
      ["a", -2],
      ["b", -2],
      ["▁a", -1],
      ["ab", -1],
    ],
  },
};
