// The language servers that this package supports.

import type { ProgramLexer } from "@espalier/analysis";
import { typescriptLexer } from "@espalier/typescript";
import { go } from "../lexemes/go.js";
import { declaredLexer } from "../lexemes/lexer.js";
import type { ServerProfile } from "../profile.js";
import { clangd, jdtls, rustAnalyzer } from "./c-rust-java.js";
import { goCounts, pythonCounts } from "./call-counts.js";
import { goDoubt } from "./go-doubts.js";
import { pythonClosing, pythonLexer } from "./python-closing.js";
import {
  classOfSuper,
  growingSelf,
  isPathOfMembers,
  isSuper,
  isUnclearToHovers,
  mayDeclare,
  pythonDoubt,
} from "./python-doubts.js";
import { firstStatement, settingsOf } from "./python-first-statement.js";
import { typescriptDoubt } from "./typescript-doubts.js";

const goLexer = declaredLexer(go);

/** Pyright's codes for a name that a receiver does not have. A receiver that can only be `None` has a different code. */
const PYRIGHT_CODES = ["reportAttributeAccessIssue", "reportFunctionMemberAccess"];

// Over a member of the library, pyright would look up documentation in the library's sources, which takes longer than everything else that is asked about.
const PYTHON_TAIL = "(lambda x: x).x";

// Hovers that state the whole type. In others, the name of an alias or a type variable can stand for any class.
const BUILT_IN = "(?:bool|bytes|float|int|str|None|(?:dict|frozenset|list|set|tuple)\\[[^|]*\\])";
const MODULE_OR_BUILT_IN = new RegExp(`^\\(module\\) |: ${BUILT_IN}(?: \\| ${BUILT_IN})*$`);

const pyright: ServerProfile = {
  name: "pyright",
  program: "pyright-langserver",
  parameters: ["--stdio"],
  howToGet: "npm install --save-dev pyright",
  languages: { ".py": "python", ".pyi": "python" },
  lexer: () => pythonLexer,
  // Pyright 1.1.407 asks for its settings only after this has been said.
  settings: {},
  readiness: { after: "registration", method: "textDocument/diagnostic" },
  probe: { file: "espalier_probe.py", text: '"".' },
  exhaustive: {
    by: "diagnostics",
    codes: PYRIGHT_CODES,
    hovering: {
      tail: PYTHON_TAIL,
      reached: PYTHON_TAIL.indexOf("x)"),
      beyond: PYTHON_TAIL.lastIndexOf("x"),
      partial: ["import nowhere\nclass A(nowhere.B): ...\nA().", "import nowhere\nclass A(nowhere.B): ...\nA."],
      unreached: 'raise 0\n"".',
      lists: ["None.", "type(nowhere).", "def f(x): x."],
      // For a module that cannot be found, the list contains only its imported submodules.
      everywhere: "__doc__",
      unless: isUnclearToHovers,
      receiver: (at) => mayDeclare(at) || isPathOfMembers(at),
      // Where the owner of a member is unknown, a test such as `is not NOTHING` can leave a part of the member's type. Which part depends on earlier questions.
      partlyKnown: /: Unbound\b/,
      namesType: MODULE_OR_BUILT_IN,
      reporting: firstStatement,
      settingsOf,
    },
  },
  calls: {
    of: pythonCounts,
    confirmedBy: ["reportCallIssue"],
    longest: 10_000,
    hovering: { tail: ".__class__", at: 1, unknown: /: Unknown\b|\| Unknown\b/ },
  },
  incomplete: "filtered",
  closing: ({ before, after }) => pythonClosing(before, after),
  dependsOnName: isSuper,
  wider: classOfSuper,
  dynamicNames: ["__getattr__"],
  // The declaration in `object`. A class with its own declaration accepts any name.
  dynamicUnless: { name: "__getattribute__", documented: "name: str,\n    /\n) -> Any" },
  doubt: pythonDoubt,
  textDoubt: growingSelf,
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

const typescriptLexers = {
  typescript: typescriptLexer({ dialect: "typescript" }),
  tsx: typescriptLexer({ dialect: "tsx" }),
  javascript: typescriptLexer({ dialect: "javascript" }),
};

function typescriptLexerOf(path: string): ProgramLexer<unknown> {
  const dialect = /\.tsx$/i.test(path) ? "tsx" : /\.([mc]?js|jsx)$/i.test(path) ? "javascript" : "typescript";
  return typescriptLexers[dialect];
}

const typescript = {
  probe: { file: "espalier-probe.ts", text: '"".' },
  languages: TYPESCRIPT_LANGUAGES,
  lexer: typescriptLexerOf,
};

const gopls: ServerProfile = {
  name: "gopls",
  program: "gopls",
  parameters: [],
  howToGet: "go install golang.org/x/tools/gopls@v0.23.0",
  languages: { ".go": "go" },
  lexer: () => goLexer,
  // No names from packages that are not imported, only direct members, and no time limit.
  initializationOptions: { completeUnimported: false, deepCompletion: false, completionBudget: "0s" },
  readiness: { after: "initialize" },
  // The probe has its own folder, because a file in a package's folder would become part of that package.
  probe: { file: "espalier_probe/probe.go", text: 'package espalier_probe\n\nimport "strings"\n\nvar _ = strings.' },
  exhaustive: { by: "list" },
  calls: { of: goCounts },
  incomplete: "filtered",
  doubt: (at) => goDoubt(goLexer, at),
};

/** The profiles, by name. */
export const PROFILES: Readonly<Record<string, ServerProfile>> = {
  pyright,
  gopls,
  clangd,
  "rust-analyzer": rustAnalyzer,
  jdtls,
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
    // The codes for a property that does not exist, with and without a suggestion.
    exhaustive: { by: "diagnostics", codes: [2339, 2551] },
    doubt: typescriptDoubt,
  },
  "typescript-language-server": {
    ...typescript,
    name: "typescript-language-server",
    program: "typescript-language-server",
    parameters: ["--stdio"],
    howToGet: "npm install --save-dev typescript-language-server typescript@5",
    // Without this setting, the server returns empty lists while it reads the project.
    initializationOptions: { tsserver: { useSyntaxServer: "never" } },
    readiness: { after: "initialize" },
    exhaustive: { by: "nothing", reason: "the server reports no diagnostics on request" },
  },
};
