export { type Controls, loadTokenizer, type Tokenizer, type TokenStream } from "./tokenizer.js";
export { TokenizerError } from "./tokenizer-error.js";
