// Python as a language: the grammar, lexemes and layout of one version.

import { having, oneOf, options, required, signature } from "@espalier/arguments";
import {
  createLexedLanguage,
  gapProducts,
  type LexedLanguage,
  type LexedOptions,
  type LexedSource,
  type LexemeKind,
  lexedOptions,
} from "@espalier/gaps";
import { pythonGrammar } from "./grammar/grammar.js";
import { RULE_TABLES } from "./grammar/rule-tables.js";
import { isAtLeast, PYTHON_VERSIONS, type PythonVersion } from "./grammar/version.js";
import { type CharacterNames, characterNames } from "./lexemes/character-names.js";
import { pythonKinds, pythonModes } from "./lexemes/python-kinds.js";
import { pythonPlaceholders } from "./placeholders.js";

/** The newest final release. */
export const DEFAULT_VERSION: PythonVersion = "3.15";

/** CPython's MAXINDENT includes the outermost level. */
const MOST_BLOCKS = 99;

const versionKind = oneOf(...PYTHON_VERSIONS);
const checkPythonSource = signature("pythonSource", { version: versionKind });

/**
 * Returns the parts of a version of Python as data.
 *
 * @example
 * pythonSource("3.9").kinds.some(({ name }) => name === "match"); // => false
 * pythonSource("3.10").kinds.some(({ name }) => name === "match"); // => true
 *
 * @throws ArgumentError when the version is none of `PYTHON_VERSIONS`, such as "3.12.4".
 */
export function pythonSource(version: PythonVersion = DEFAULT_VERSION): LexedSource {
  checkPythonSource(version);
  return sourceOf(version, characterNames);
}

function sourceOf(version: PythonVersion, names: CharacterNames): LexedSource {
  const grammar = pythonGrammar(version);
  const text = RULE_TABLES[version];
  return {
    grammar,
    ...(text !== undefined && { rules: { grammar, text } }),
    kinds: kindsOf(version, names),
    modes: pythonModes(version),
    layout: {
      newline: "NEWLINE",
      indent: "INDENT",
      dedent: "DEDENT",
      tab: 8,
      comment: "#",
      continuation: isAtLeast(version, "3.10") ? "first" : "none",
      ...(!isAtLeast(version, "3.12") && { endsBehindReturn: true }),
      deepest: MOST_BLOCKS,
    },
    placeholders: pythonPlaceholders(version),
  };
}

const madeKinds = new WeakMap<CharacterNames, Map<PythonVersion, readonly LexemeKind[]>>();

/**
 * Returns the kinds of lexemes. It returns the same list each time, because languages with the same list share what is
 * computed about it.
 */
function kindsOf(version: PythonVersion, names: CharacterNames): readonly LexemeKind[] {
  let byVersion = madeKinds.get(names);
  if (byVersion === undefined) madeKinds.set(names, (byVersion = new Map()));
  let kinds = byVersion.get(version);
  if (kinds === undefined) byVersion.set(version, (kinds = pythonKinds(version, names.regexOf(version))));
  return kinds;
}

export interface PythonOptions extends LexedOptions {
  /** {@link DEFAULT_VERSION}, the newest final release, by default. */
  readonly version?: PythonVersion;
}

const checkPython = signature("python", { options: options({ ...lexedOptions, version: versionKind }) });

/**
 * Returns the language of the texts that `ast.parse` of that CPython version accepts, as UTF-8.
 *
 * @example
 * import { verdict } from "@espalier/monitor";
 *
 * verdict(python(), "if x:\n    y = f(1)\n").kind; // => "accepted"
 *
 * @throws ArgumentError when the version is none of `PYTHON_VERSIONS`, or an option is unknown or wrong.
 */
export function python(options: PythonOptions = {}): LexedLanguage {
  checkPython(options);
  const { version = DEFAULT_VERSION, ...running } = options;
  return createLexedLanguage(sourceOf(version, characterNames), { products: gapProducts, ...running });
}

/** Options of {@link createPython}. */
export interface CreatePythonOptions extends PythonOptions {
  /** The names that `\N{…}` accepts: `characterNames`, or `derivedCharacterNames` only. */
  readonly characterNames: CharacterNames;
}

const checkCreatePython = signature("createPython", {
  options: options({
    ...lexedOptions,
    version: versionKind,
    characterNames: required(having("names of characters, such as characterNames", { regexOf: "function" })),
  }),
});

/**
 * Returns Python with the given character names. Use it in web pages: without the table of names, a bundle is 87 kB
 * (gzip) smaller. With `derivedCharacterNames`, the language excludes strings that use other names in `\N{…}`. A model
 * then writes such a character directly or with `\u`. A file that contains such a name is rejected at that name, like
 * any text outside the language. Products of its gaps with automata are free of dead ends only with `products:
 * gapProducts` (`@espalier/gaps`, another 20 kB). Otherwise the language equals {@link python}.
 *
 * @example
 * import { verdict } from "@espalier/monitor";
 * import { derivedCharacterNames } from "@espalier/python";
 *
 * const small = createPython({ characterNames: derivedCharacterNames });
 * verdict(small, "x = '\\u2014'\n").kind; // => "accepted"
 * verdict(small, "x = '\\N{EM DASH}'\n"); // => { kind: "dead", offset: 8 }
 * verdict(python(), "x = '\\N{EM DASH}'\n").kind; // => "accepted"
 *
 * @throws ArgumentError when `characterNames` is missing, the version is none of `PYTHON_VERSIONS`, or an option is unknown or wrong.
 */
export function createPython(options: CreatePythonOptions): LexedLanguage {
  checkCreatePython(options);
  const { version = DEFAULT_VERSION, characterNames, ...running } = options;
  return createLexedLanguage(sourceOf(version, characterNames), running);
}
