// The versions of Python whose language is described here. One definition serves all of them: rules ask which version they
// are for.

/** A version of Python, by its two leading numbers. */
export type PythonVersion = "3.9" | "3.10" | "3.11" | "3.12" | "3.13" | "3.14" | "3.15";

/** All versions, oldest first. */
export const PYTHON_VERSIONS: readonly PythonVersion[] = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"];

/** Whether `version` is `since` or newer. */
export function isAtLeast(version: PythonVersion, since: PythonVersion): boolean {
  return PYTHON_VERSIONS.indexOf(version) >= PYTHON_VERSIONS.indexOf(since);
}

/** Whether the first line of a format between single quotes may end. */
export function endsLinesInFormats(version: PythonVersion): boolean {
  return version === "3.12" || version === "3.13";
}
