export type { TokenId, Vocabulary } from "./vocabulary.js";
