// Which versions there are; any other is refused, and not read as some version that there is.

import { PYTHON_VERSIONS, type PythonVersion, python, pythonSource } from "@espalier/python";
import { expect, test } from "vitest";

test.each(["3.8", "3.16", "3.12.4", "3", 3.12, null])("%j is refused", (version) => {
  expect(() => pythonSource(version as PythonVersion)).toThrow('version must be "3.9", ');
  expect(() => python({ version: version as PythonVersion })).toThrow('version must be "3.9", ');
});

test.each(PYTHON_VERSIONS)("%s is there", (version) => {
  expect(pythonSource(version).kinds.length).toBeGreaterThan(0);
});
