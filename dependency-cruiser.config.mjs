// Who may import whom. This file is the picture of ARCHITECTURE.md in a form that is checked: `pnpm run check` fails on an import it does not
// list, whatever the package.json files say, so a new arrow is a line in this file's diff.

/** The arrows as ARCHITECTURE.md draws them: for each package, the packages that its sources may import. */
const arrows = {
  // What may be said: bytes, never tokens.
  dfa: [],
  monitor: ["dfa"],
  grammar: [],
  automata: ["dfa", "monitor"],
  lexer: ["automata", "dfa", "monitor"],
  earley: ["dfa", "grammar", "monitor"],
  syntax: ["automata", "dfa", "earley", "grammar", "lexer", "monitor"],
  gaps: ["automata", "dfa", "earley", "grammar", "lexer", "monitor", "syntax"],
  notation: ["automata", "grammar", "monitor", "syntax"],
  "json-schema": ["automata", "dfa", "earley", "monitor", "syntax"],
  python: ["automata", "gaps", "grammar", "monitor"],
  typescript: ["monitor"],
  analysis: ["monitor"],
  "analysis-typescript": ["analysis", "monitor", "typed-holes", "typescript"],
  "analysis-lsp": ["analysis", "monitor", "typed-holes", "typescript"],
  // Where the halves meet.
  trie: ["monitor", "vocabulary"],
  // What the model would say: tokens, never grammars.
  vocabulary: [],
  model: ["vocabulary"],
  tokenizer: ["vocabulary"],
  chat: ["model", "vocabulary"],
  decode: ["model", "monitor", "trie", "vocabulary"],
  onnx: ["model", "tokenizer"],
  "onnx-node": ["model", "onnx"],
  "onnx-web": ["model", "onnx", "vocabulary"],
  transformers: ["decode", "json-schema", "model", "monitor", "trie", "vocabulary"],
  "web-llm": ["decode", "model", "monitor", "trie", "vocabulary"],
  values: ["chat", "decode", "json-schema", "model", "monitor", "syntax", "vocabulary"],
  // What the model should see.
  context: [],
  "context-syntax": ["context"],
  "typed-holes": ["analysis", "context", "monitor"],
  "chat-lsp": ["analysis", "analysis-lsp", "typed-holes"],
  // Over both.
  laws: ["automata", "grammar", "model", "monitor", "trie", "vocabulary"],
  espalier: [
    ...["analysis", "analysis-lsp", "analysis-typescript", "context", "context-syntax"],
    ...["automata", "decode", "gaps", "json-schema", "model", "monitor", "notation", "onnx-node", "python", "syntax"],
    ...["tokenizer", "trie", "values", "vocabulary"],
  ],
};

/**
 * The picture: the arrows, and `arguments` and `utf8` under all of them, which every package may import.
 *
 * Two things can be read off it: the language half (from `notation` down to `monitor`) has no way to `vocabulary`, and the model half (from
 * `decode` down to `vocabulary`) none to `grammar`; `trie`, `laws` and `espalier` are where the halves may meet.
 */
export const picture = {
  arguments: [],
  utf8: ["arguments"],
  ...Object.fromEntries(Object.entries(arrows).map(([name, below]) => [name, ["arguments", "utf8", ...below]])),
};

/** Packages of others that a package's sources may import; the rest have no dependencies at all. */
export const outside = {
  tokenizer: ["@huggingface/tokenizers"],
  chat: ["@huggingface/jinja"],
  "context-syntax": ["web-tree-sitter", "tree-sitter-java", "tree-sitter-python", "tree-sitter-typescript"],
  // As types alone: the compiler is handed in.
  "analysis-typescript": ["typescript", "typescript-7"],
  "analysis-lsp": ["chokidar", "vscode-jsonrpc", "vscode-languageserver-protocol"],
  "chat-lsp": ["vscode-jsonrpc"],
  "onnx-node": ["onnxruntime-node", "onnxruntime-common"],
  "onnx-web": ["onnxruntime-web"],
  transformers: ["@huggingface/transformers"],
  "web-llm": ["@mlc-ai/web-llm"],
  laws: ["fast-check"],
  espalier: ["commander", "ignore", "picocolors", "onnxruntime-node"],
};

/**
 * The folders of the large packages, in layers: the files of a folder may import those of their own folder and of the folders before it. What
 * stands in `src` itself (the index, the kinds of arguments) may be imported by nobody there but as types, and imports from all folders.
 */
export const layers = {
  trie: ["memory", "tree", "masks", "runs", "walks", "lexer-states", "strategies", "budget", "masker"],
  "json-schema": [
    "document",
    "text",
    "numbers",
    "strings",
    "formats",
    "nodes",
    "rules",
    "plain",
    "language",
    "libraries",
  ],
  syntax: ["states", "parsing", "tracking", "intersection", "languages", "over-lexemes"],
  gaps: ["source", "lexing", "language", "suffix", "repairs", "gap", "documents", "quotient"],
};

/** The packages that know their platform: `node:*` stays in these. */
export const platform = ["analysis-lsp", "chat-lsp", "onnx-node", "espalier"];

// A package by either of its names: its folder when the import resolves, the text of the import when it does not.
const anyOf = (names) => `(${names.join("|")})`;
const folders = (names) => `^packages/${anyOf(names)}/`;
const specifier = (name) => (name === "espalier" ? "espalier" : `@espalier/${name}`);

const perPackage = Object.entries(picture).flatMap(([name, allowed]) => [
  {
    name: `picture-${name}`,
    comment: `${name} may import ${allowed.length === 0 ? "no other package" : allowed.join(", ")}; the picture is in dependency-cruiser.config.mjs.`,
    severity: "error",
    from: { path: `^packages/${name}/src/` },
    to: {
      path: "^(packages|models|examples|bench|demo|test|scripts)/|^@espalier/|^espalier$",
      pathNot: [folders([name, ...allowed]), `^${anyOf([name, ...allowed].map(specifier))}$`],
    },
  },
  {
    name: `outside-${name}`,
    comment: `${name} may import ${(outside[name] ?? ["nothing"]).join(", ")} from outside; the list is in dependency-cruiser.config.mjs.`,
    severity: "error",
    from: { path: `^packages/${name}/src/` },
    to: {
      pathNot: [
        "^(packages|models|examples|bench|demo|test|scripts)/|^@espalier/|^espalier$",
        ...(outside[name] ?? []).map((dependency) => `(^|node_modules/)${dependency}(/|$)`),
      ],
      dependencyTypesNot: ["core"],
    },
  },
]);

const perFolder = Object.entries(layers).flatMap(([name, folders]) => [
  ...folders.map((folder, index) => ({
    name: `layers-${name}-${folder}`,
    comment: `${folder} of ${name} may import ${["itself", ...folders.slice(0, index)].join(", ")}; the layers are in dependency-cruiser.config.mjs.`,
    severity: "error",
    from: { path: `^packages/${name}/src/${folder}/` },
    to: {
      path: `^packages/${name}/src/`,
      pathNot: `^packages/${name}/src/(kinds\\.ts$|${anyOf(folders.slice(0, index + 1))}/)`,
    },
  })),
  {
    name: `layers-${name}`,
    comment: `Each file of ${name} stands in one of its folders: ${folders.join(", ")}.`,
    severity: "error",
    from: {},
    to: {
      path: `^packages/${name}/src/`,
      pathNot: `^packages/${name}/src/((index|kinds|page|plain)\\.ts$|${anyOf(folders)}/)`,
    },
  },
]);

/** How imports are resolved: to sources, as in tests. */
export const resolving = {
  exportsFields: ["exports"],
  conditionNames: ["@espalier/source", "import", "node", "default", "types"],
};

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...perPackage,
    ...perFolder,
    {
      name: "not-in-the-picture",
      comment: "A new package needs its line in dependency-cruiser.config.mjs.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: folders(Object.keys(picture)) },
      to: {},
    },
    {
      name: "no-cycle",
      // A kinds.ts names the option types of its package's files, as types alone: nothing is loaded in a circle through it.
      comment:
        "Files and packages depend on each other in one direction. `Monitor` and the types that it extends name each other; they are types alone.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: "/src/kinds\\.ts$|^packages/monitor/src/engine/" } },
    },
    {
      name: "platform-free",
      comment: `Only ${platform.join(", ")} may know the platform (node:*); the others run in any JavaScript engine.`,
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: folders(platform) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "by-name",
      comment: "Another package is imported by its name, never by a path into it.",
      severity: "error",
      from: { path: "^(packages/[^/]+|models/[^/]+|examples|bench|demo)/" },
      to: { path: "^(packages|models)/", pathNot: "^$1/", dependencyTypes: ["local"] },
    },
    {
      name: "no-internals",
      comment: "What another package's index, or its entry for pages, does not export is its own.",
      severity: "error",
      from: { path: "^(packages/[^/]+|examples|bench|demo|test)/" },
      to: {
        path: "^packages/[^/]+/(src|dist)/",
        pathNot: ["^packages/[^/]+/(src|dist)/(index|page|plain|patterns)\\.", "^$1/"],
      },
    },
    {
      name: "tests-use-the-index",
      comment: "A package's tests import it by name, as its users do; the test of one file imports that file.",
      severity: "warn",
      from: { path: "^(packages/[^/]+)/test/([^/.]+)[^/]*\\.ts$" },
      to: { path: "^$1/src/", pathNot: ["^$1/src/index\\.ts$", "^$1/src/$2\\.ts$", "^$1/src/.+/$2\\.ts$"] },
    },
    {
      name: "tests-of-a-folder",
      comment: "Tests in a folder may also import files of the source folder of the same name.",
      severity: "warn",
      from: { path: "^(packages/[^/]+)/test/([^/]+)/([^/.]+)[^/]*\\.ts$" },
      to: { path: "^$1/src/", pathNot: ["^$1/src/index\\.ts$", "^$1/src/.+/$3\\.ts$", "^$1/src/$2/"] },
    },
    {
      name: "resolvable",
      comment: "Every import leads somewhere; declare the dependency in package.json.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "named-for-a-concept",
      comment: "A file is named for its one concept; utils, helpers and common are none.",
      severity: "error",
      from: {},
      to: { path: "^packages/.*/(utils?|helpers?|common|misc|core)(\\.ts|/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|fixtures)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: resolving,
  },
};
