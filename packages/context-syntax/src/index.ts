export { type GrammarName, loadSyntax, type Syntax, type SyntaxOptions, type WasmSource } from "./load.js";
