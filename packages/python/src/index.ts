export { PYTHON_VERSIONS, type PythonVersion } from "./grammar/version.js";
export { type CharacterNames, characterNames, derivedCharacterNames } from "./lexemes/character-names.js";
export {
  type CreatePythonOptions,
  createPython,
  DEFAULT_VERSION,
  type PythonOptions,
  python,
  pythonSource,
} from "./python.js";
