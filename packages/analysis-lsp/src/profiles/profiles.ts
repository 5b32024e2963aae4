// The language servers that this package knows.

import type { ProgramLexer } from "@espalier/analysis";
import { typescriptLexer } from "@espalier/typescript";
import { closing } from "../lexemes/closing.js";
import { declaredLexer } from "../lexemes/lexer.js";
import { python } from "../lexemes/python.js";
import type { ServerProfile } from "../profile.js";
import { pythonDoubt } from "./python-doubts.js";
import { typescriptDoubt } from "./typescript-doubts.js";

const pythonLexer = declaredLexer(python);
const anyState = (lexer: unknown): ProgramLexer<never> => lexer as ProgramLexer<never>;

/** What pyright reports about a name that a receiver has not. */
const PYRIGHT_CODES = ["reportAttributeAccessIssue", "reportFunctionMemberAccess", "reportOptionalMemberAccess"];

const pyright: ServerProfile = {
  name: "pyright",
  program: "pyright-langserver",
  parameters: ["--stdio"],
  howToGet: "npm install --save-dev pyright",
  languages: { ".py": "python", ".pyi": "python" },
  lexer: () => anyState(pythonLexer),
  readiness: { after: "registration", method: "textDocument/diagnostic" },
  probe: { file: "espalier_probe.py", text: '"".' },
  exhaustive: { by: "diagnostics", codes: PYRIGHT_CODES },
  incomplete: "filtered",
  closing: ({ before, after }) => closing(pythonLexer, before, after),
  dynamicNames: ["__getattr__"],
  doubt: pythonDoubt,
};

const TYPESCRIPT_LANGUAGES = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascriptreact",
};

function typescriptLexerOf(path: string): ProgramLexer<never> {
  const dialect = /\.tsx$/i.test(path) ? "tsx" : /\.([mc]?js|jsx)$/i.test(path) ? "javascript" : "typescript";
  return anyState(typescriptLexer({ dialect }));
}

const typescript = {
  probe: { file: "espalier-probe.ts", text: '"".' },
  languages: TYPESCRIPT_LANGUAGES,
  lexer: typescriptLexerOf,
};

/** The profiles, by name. */
export const PROFILES: Readonly<Record<string, ServerProfile>> = {
  pyright,
  basedpyright: {
    ...pyright,
    name: "basedpyright",
    program: "basedpyright-langserver",
    howToGet: "npm install --save-dev basedpyright",
  },
  "typescript-7": {
    ...typescript,
    name: "typescript-7",
    program: "tsc",
    parameters: ["--lsp", "--stdio"],
    howToGet: "npm install --save-dev typescript@7",
    readiness: { after: "initialize" },
    // That a property does not exist, with and without a suggestion.
    exhaustive: { by: "diagnostics", codes: [2339, 2551] },
    doubt: typescriptDoubt,
  },
  "typescript-language-server": {
    ...typescript,
    name: "typescript-language-server",
    program: "typescript-language-server",
    parameters: ["--stdio"],
    howToGet: "npm install --save-dev typescript-language-server typescript@5",
    // Without this it answers empty lists while it reads the project.
    initializationOptions: { tsserver: { useSyntaxServer: "never" } },
    readiness: { after: "initialize" },
    exhaustive: { by: "nothing", reason: "the server reports no diagnostics on request" },
  },
};
