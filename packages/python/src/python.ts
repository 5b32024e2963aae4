// Python as a language: its grammar, its lexemes and its layout, put together for one version.

import { having, oneOf, options, required, signature } from "@espalier/arguments";
import {
  createLexedLanguage,
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

/** CPython's MAXINDENT counts the outermost level. */
const MOST_BLOCKS = 99;

const versionKind = oneOf(...PYTHON_VERSIONS);
const checkPythonSource = signature("pythonSource", { version: versionKind });

/**
 * What a version of Python is made of, as data.
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

/** The kinds of lexemes, the same list each time: what is found out about them once is known of every language made of them. */
function kindsOf(version: PythonVersion, names: CharacterNames): readonly LexemeKind[] {
  let byVersion = madeKinds.get(names);
  if (byVersion === undefined) madeKinds.set(names, (byVersion = new Map()));
  let kinds = byVersion.get(version);
  if (kinds === undefined) byVersion.set(version, (kinds = pythonKinds(version, names.regexOf(version))));
  return kinds;
}

export interface PythonOptions extends LexedOptions {
  /** Default: the newest final release, {@link DEFAULT_VERSION}. */
  readonly version?: PythonVersion;
}

const checkPython = signature("python", { options: options({ ...lexedOptions, version: versionKind }) });

/**
 * Python: the texts that `ast.parse` of that CPython accepts, as UTF-8.
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
  return createLexedLanguage(sourceOf(version, characterNames), running);
}

/** What {@link createPython} takes. */
export interface CreatePythonOptions extends PythonOptions {
  /** The names that `\N{…}` takes: `characterNames`, or `derivedCharacterNames` alone. */
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
 * Python with the names of characters that the caller brings. For pages: without the table of names a bundle is 87 kB (gzip) smaller. With
 * `derivedCharacterNames` the language is Python less the strings that name other characters in `\N{…}`: a model spells such a
 * character by itself or by `\u`, and a file with such a string is refused at that name, as any text outside of the language
 * is. Nothing else differs from {@link python}.
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
