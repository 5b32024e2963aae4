export type { ControlTerminal, PatternTerminal, SyntaxSource, Terminal } from "./source.js";
