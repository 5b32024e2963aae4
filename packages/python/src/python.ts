// Python as a language: its grammar, its lexemes and its layout, put together for one version.

import { createLexedLanguage, type LexedLanguage, type LexedOptions, type LexedSource } from "@espalier/syntax";
import { pythonGrammar } from "./grammar/grammar.js";
import { isAtLeast, PYTHON_VERSIONS, type PythonVersion } from "./grammar/version.js";
import { pythonKinds, pythonModes } from "./lexemes/python-kinds.js";

/** The newest final release. */
export const DEFAULT_VERSION: PythonVersion = "3.15";

/** CPython's MAXINDENT counts the outermost level. */
const MOST_BLOCKS = 99;

/**
 * What a version of Python is made of, as data.
 *
 * @example
 * pythonSource("3.9").kinds.some(({ name }) => name === "match"); // => false
 * pythonSource("3.10").kinds.some(({ name }) => name === "match"); // => true
 *
 * @throws RangeError when the version is none of `PYTHON_VERSIONS`, such as "3.12.4".
 */
export function pythonSource(version: PythonVersion = DEFAULT_VERSION): LexedSource {
  if (!PYTHON_VERSIONS.includes(version))
    throw new RangeError(
      `There is no version ${JSON.stringify(version)} of Python here: ${PYTHON_VERSIONS.join(", ")}.`,
    );
  return {
    grammar: pythonGrammar(version),
    kinds: pythonKinds(version),
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
  };
}

export interface PythonOptions extends LexedOptions {
  /** Default: the newest final release, {@link DEFAULT_VERSION}. */
  readonly version?: PythonVersion;
}

/**
 * Python: the texts that `ast.parse` of that CPython accepts, as UTF-8.
 *
 * @example
 * import { verdict } from "@espalier/monitor";
 *
 * verdict(python(), "if x:\n    y = f(1)\n").kind; // => "accepted"
 *
 * @throws RangeError when the version is none of `PYTHON_VERSIONS`.
 */
export function python(options: PythonOptions = {}): LexedLanguage {
  return createLexedLanguage(pythonSource(options.version), options);
}
