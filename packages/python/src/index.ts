export { PYTHON_VERSIONS, type PythonVersion } from "./grammar/version.js";
export { DEFAULT_VERSION, type PythonOptions, python, pythonSource } from "./python.js";
