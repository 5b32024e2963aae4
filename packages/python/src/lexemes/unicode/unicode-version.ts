// The version of the Unicode Character Database in each Python version (`unicodedata.unidata_version`).

import type { PythonVersion } from "../../grammar/version.js";

/** Versions of Unicode, oldest first. */
export type UnicodeVersion = "13.0" | "14.0" | "15.0" | "15.1" | "16.0" | "17.0";

export const UNICODE_VERSIONS: readonly UnicodeVersion[] = ["13.0", "14.0", "15.0", "15.1", "16.0", "17.0"];

const UNICODE_OF: Readonly<Record<PythonVersion, UnicodeVersion>> = {
  "3.9": "13.0",
  "3.10": "13.0",
  "3.11": "14.0",
  "3.12": "15.0",
  "3.13": "15.1",
  "3.14": "16.0",
  "3.15": "17.0",
};

/** Returns the version of Unicode that `python` uses. */
export function unicodeOf(python: PythonVersion): UnicodeVersion {
  return UNICODE_OF[python];
}
