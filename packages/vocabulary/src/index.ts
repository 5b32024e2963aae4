export { createUtf8Stream, type Utf8Stream, utf8Decode, utf8Encode } from "@espalier/utf8";
export {
  createVocabulary,
  type Spelling,
  type TokenPart,
  type VocabularyParts,
  vocabularyOfBytes,
} from "./create-vocabulary.js";
// For packages that take vocabularies as arguments.
export { vocabularyKind } from "./kinds.js";
export { deserializeVocabulary, serializeVocabulary } from "./serialize.js";
export { readTiktokenRanks, type TiktokenNames } from "./tiktoken.js";
export {
  addToken,
  andNotTokens,
  andTokens,
  countTokens,
  createTokenSet,
  hasToken,
  orTokens,
  type TokenSet,
  tokensIn,
} from "./token-set.js";
export { readTokenizerJson, type TokenizerFiles } from "./tokenizer-json.js";
export type { TokenId, Vocabulary } from "./vocabulary.js";
export { VocabularyError, type VocabularyErrorCode } from "./vocabulary-error.js";
