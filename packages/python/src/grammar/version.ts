// The supported versions of Python. One definition serves all of them: rules test the version they are built for.

/** A version of Python as major and minor number. */
export type PythonVersion = "3.9" | "3.10" | "3.11" | "3.12" | "3.13" | "3.14" | "3.15";

/** All versions, oldest first. */
export const PYTHON_VERSIONS: readonly PythonVersion[] = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"];

/** Returns whether `version` is `since` or newer. */
export function isAtLeast(version: PythonVersion, since: PythonVersion): boolean {
  return PYTHON_VERSIONS.indexOf(version) >= PYTHON_VERSIONS.indexOf(since);
}

/** Returns whether the first line of a format between single quotes may end. */
export function endsLinesInFormats(version: PythonVersion): boolean {
  return version === "3.12" || version === "3.13";
}
