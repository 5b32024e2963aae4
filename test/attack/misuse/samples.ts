// A right value for each kind of argument, by the words that errors have for it. Small, so that thousands of calls take seconds.

import { PROFILES } from "@espalier/analysis-lsp";
import { createEngine, literal, parseRegex, regexMonitor } from "@espalier/automata";
import { allProposals, approximateTokenizer, bm25Ranker, createRepositoryIndex, createSite } from "@espalier/context";
import { createDecoder } from "@espalier/decode";
import { compileRules, createChart, createSuffixChart, stringAutomaton, writeRules } from "@espalier/earley";
import { fillMiddle, gapProducts } from "@espalier/gaps";
import { type Grammar, terminal } from "@espalier/grammar";
import { formatKeyword, numberRanges, patternKeyword } from "@espalier/json-schema";
import { randomModel } from "@espalier/laws";
import { createFuel } from "@espalier/monitor";
import { readLark } from "@espalier/notation";
import { derivedCharacterNames, python, pythonSource } from "@espalier/python";
import { completionBounds, createLanguage } from "@espalier/syntax";
import { buildTrie, createMasker } from "@espalier/trie";
import { createTokenSet, vocabularyOfBytes } from "@espalier/vocabulary";
import { repository } from "espalier";
import fc from "fast-check";
import ts from "typescript";
import { compiledSource } from "../../../packages/syntax/test/lazy-sources.js";

const vocabulary = vocabularyOfBytes(Array.from({ length: 256 }, (_, byte) => [byte]));
const trie = buildTrie(vocabulary);
const monitor = regexMonitor(parseRegex("a{2,4}"));
const grammar: Grammar = { start: "s", rules: [{ name: "s", body: terminal("A") }] };
const source = readLark('start: "a"+');
const rules = compileRules(grammar);
/** Generations end with its context. */
const model = randomModel(vocabulary, 1, { contextLength: 8 });
const chart = createChart(rules);
const hole = { path: "a.py", prefix: "a", suffix: "b" };
const index = createRepositoryIndex();

const proposals = allProposals();
const piece = { path: "a.py", heading: "", items: [], joiner: "", names: false, reason: "" };
const candidate = { proposal: proposals[0], pieces: [piece], text: "a" };
const sides = { prefix: "a", suffix: "b" };

/** A compiler that finds no files, so that opening a project reads nothing. */
const compiler = { ...ts, sys: { ...ts.sys, fileExists: () => false, readDirectory: () => [] } };

const SAMPLES: Readonly<Record<string, unknown>> = {
  "a string": "a",
  "true or false": true,
  'true or false, or "unless-name"': true,
  "a function": () => 0,
  "a list": [],
  "a non-empty list": [monitor],
  "a monitor": monitor,
  "an analysis { epoch, … }": { epoch: () => "1" },
  "a server of holes { language, getExpectedType, … }": {
    language: "a",
    getExpectedType: () => ({ kind: "unknown", reason: "a" }),
    getTypingContext: () => [],
    getStaticErrors: () => [],
  },
  "a place { path, before, after }": { path: "a", before: "a", after: "" },
  "what askHole answers": {
    language: "a",
    types: { definitions: [], text: "" },
    headers: { headers: [], text: "" },
  },
  "the module typescript": compiler,
  "the module typescript, or the modules of TypeScript 7": compiler,
  // None that could be started.
  [`the name of a profile (${Object.keys(PROFILES).join(", ")}), or a profile of your own`]: "no server",
  "the path of a folder": "a",
  "an object of settings by section": {},
  "an object of language identifiers by extension": { ".a": "a" },
  "a readiness { after, … }": { after: "initialize" },
  "how lists are complete { by, … }": { by: "list" },
  "a file system such as ts.sys": compiler.sys,
  "a monitor with a cost": monitor,
  "a monitor with a `mode`": { ...monitor, mode: () => "free" },
  "a transducer { start, step, accepts, output }": {
    start: 0,
    step: () => 0,
    accepts: () => true,
    key: String,
    output: () => [],
  },
  "a question { key }": { key: "members" },
  "a language": createLanguage(source),
  "a language of a grammar or a JSON Schema": createLanguage(source),
  "a language that knows gaps, such as python()": python(),
  completionBounds,
  "names of characters, such as characterNames": derivedCharacterNames,
  "a gap of fillMiddle": fillMiddle(python(), { prefix: "x = ", suffix: "\n" }),
  "a grammar { start, rules }": grammar,
  "an expression": terminal("A"),
  "a deferred regex { classOf, classCount, least, load }": {
    classOf: new Uint8Array(256),
    classCount: 1,
    least: 1,
    load: () => literal("a"),
  },
  "a regex": literal("a"),
  "a regex, or a string": "a",
  "a string, or a RegExp": "a",
  "an engine": createEngine(),
  "a vocabulary": vocabulary,
  "a list of bytes": [97],
  "a state of the masker's monitor": monitor.start,
  "a list of texts": ["a"],
  "an automaton { nodeCount, edges, starts, finals }": stringAutomaton(["A"]),
  "a list, or an automaton { nodeCount, edges, starts, finals }": ["A"],
  "an object of schemas by name, { name: schema }, at least one": { f: { type: "object" } },
  "a JSON Schema, or a schema of zod, valibot, arktype or TypeBox": { type: "integer" },
  "a JSON Schema": { type: "integer" },
  '{ kind: "compact" }, { kind: "pretty" } or { kind: "flexible" }': { kind: "compact" },
  "a URL": new URL("file:///there/is/no/such/module.js"),
  "an error with issues": { issues: [] },
  "an object, true or false": { type: "integer" },
  "a string, or a RegExp, or a regex": "a",
  "a function, or a list": () => 0,
  "an object of rules, { name: (rules) => piece }": { start: () => "a" },
  "an automaton { start, accepting, classOf, classCount, next }": {
    start: 0,
    accepting: Uint8Array.of(1),
    classOf: new Uint8Array(256),
    classCount: 1,
    next: Int32Array.of(-1),
  },
  "a tokenizer of @huggingface/transformers 4": {
    eos_token_id: 1,
    _tokenizerJSON: { model: { type: "BPE", vocab: { a: 0, b: 1 }, merges: [] }, decoder: { type: "ByteLevel" } },
  },
  "a processor of languageProcessor": { vocabulary },
  "the address of a folder, a string or a URL": "http://127.0.0.1:9/there-is-no-server",
  "a string, or a URL": "worker.js",
  "a string, or the locations of two modules": "file:///there/is/no/such/module.js",
  "a position { line, character }": { line: 0, character: 0 },
  "a connection of vscode-jsonrpc": { sendRequest: () => Promise.resolve(""), onClose: () => {} },
  "a string, or a profile { name, program, … }": "pyright",
  gapProducts,
  "a dialect { language, head, … }": { language: "a", head: "" },
  "a streamer": { put: () => {}, end: () => {} },
  "a trie": trie,
  "a masker": createMasker(trie, monitor),
  "a decoder": createDecoder(createMasker(trie, monitor)),
  "a mask": createTokenSet(vocabulary.size),
  "a model": model,
  "a session": model.session(),
  "an AbortSignal": new AbortController().signal,
  "fuel, as createFuel makes it": createFuel(1e9),
  "a Uint8Array": new Uint8Array(1),
  "a Uint16Array": new Uint16Array(256),
  "a Uint32Array": createTokenSet(vocabulary.size),
  "a Float32Array": new Float32Array(256),
  "a source { grammar, terminals, skip, munch }": source,
  "a piece: text, a RegExp, or what the functions of this package return": "a",
  "a string, or a Uint8Array, or a list": "a",
  "a string, or a Uint8Array, or a list, or { control: name }": "a",
  "a string, or a list": "a",
  "a string, or a list of bytes": "a",
  "rules, as compileRules makes them of a grammar": rules,
  "rules, as compileRules makes them of a grammar, or lazy rules": rules,
  "a chart": chart,
  "a suffix chart": createSuffixChart(rules),
  "an arbitrary of fast-check": fc.constant("a"),
  "a path or a file URL": "/there/is/no/such/folder",
  "candidates { ids, logits }": { ids: [0, 1], logits: [0, 1] },
  "a distribution { ids, probabilities }": { ids: [0, 1], probabilities: [0.5, 0.5] },
  "an automaton { classOf, classCount, next, accepting }": {
    classOf: new Uint8Array(256),
    classCount: 1,
    next: Int32Array.of(-1),
    accepting: Uint8Array.of(1),
  },
  "the parts of a monitor { start, step, accepts }": {
    start: 0,
    step: (state: number) => (state < 2 ? state + 1 : undefined),
    accepts: (state: number) => state > 0,
  },
  "{ prefix, suffix }": sides,
  "a hole { path, prefix, suffix }": hole,
  "a site, as createSite makes it": createSite(index, hole),
  "an index, as createRepositoryIndex makes it": index,
  "a tokenizer { encode, decode }": approximateTokenizer,
  "an extractor of facts { facts, resolve, configures }": {
    facts: () => undefined,
    resolve: () => [],
    configures: () => false,
  },
  "a reader { list, read }": { list: () => [], read: async () => "" },
  "a piece { path, heading, items, joiner }": piece,
  "a candidate { proposal, pieces }": candidate,
  "a ranker { name, rank }": bm25Ranker(),
  "a Set": new Set(["a"]),
  "a module for numbers": numberRanges,
  patternKeyword,
  formatKeyword,
  "a list of numbers": [0],
  "a format { before, after, tokens }": { before: () => "", after: "", tokens: 0 },
  "a model of logistic regression, or a model of trees": {
    kind: "logistic",
    features: ["a"],
    bias: 0,
    weights: [1],
  },
  "rules { tab, comment, continuation, endsBehindReturn }": {
    tab: 8,
    comment: -1,
    continuation: "none",
    endsBehindReturn: false,
  },
  "a Map of regexes by terminal": new Map([["A", literal("a")]]),
  "a list of symbols": [97],
  "a URL, or a string": "file:///there/is/no/such/module.js",
  "repository(folder)": repository("/there/is/no/such/folder"),
  'what ends the thinking, such as "</think>" or { end: "</think>", maxTokens: 500 }': "</think>",
  anything: "<",
  "a string, or a Uint8Array, or a list, or { control: name }, or a non-empty list": "<",
  "an object of variables": {},
  "an object of options for the library": {},
  "a string, or a RegExp, or a token, or a list": "a",
  "a table of states": { a: { open: "a" } },
  "a lazy source": compiledSource(
    grammar,
    [{ kind: "pattern", name: "A", regex: literal("a"), priority: 0, lazy: false }],
    [1],
  ),
  "a source { grammar, kinds, modes }": pythonSource(),
  "a monitor { start, lexeme, accepts }": { start: 0, lexeme: () => 0, accepts: () => true },
  "the text of a grammar": 'start: "a"',
};

const PLACES: Readonly<Record<string, unknown>> = {
  "context.pageRankFrom(edges)": () => new Map(),
  "json-schema.compileValidated(schema)": { type: "integer" },
  "json-schema.readSchema(input)": { type: "integer" },
  "monitor.typestate(table).states": { a: { open: "a" } },
  "monitor.objectStates(table).states": { a: { open: "a" } },
  "monitor.trigger(islands)": [{ markers: ["<"], language: monitor }],
  "laws.checkMembership(oracle)": () => true,
  "earley.compileRules(terminals)": ["A"],
  "earley.readRules(terminals)": ["A"],
  "earley.readRules(written)": writeRules(grammar, rules),
  "earley.regularAutomaton(terminals)": ["A"],
};

/** The right value where `words` belong; `undefined` where none is known. */
export function sampleOf(words: string, place: string): unknown {
  const one = PLACES[place] ?? SAMPLES[words];
  if (one !== undefined) return one;
  const least = /^(?:an integer|a number)(?: of at least (-?[\d.e+-]+))?/u.exec(words);
  if (least !== null) return Number(least[1] ?? 1);
  return /^"([^"]*)"/u.exec(words)?.[1];
}
