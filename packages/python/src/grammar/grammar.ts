// The complete grammar of Python: what `ast.parse` accepts, over the terminals of operators.ts.

import type { Grammar } from "@espalier/grammar";
import { argumentRules } from "./arguments.js";
import { compoundStatementRules } from "./compound-statements.js";
import { displayRules } from "./displays.js";
import { expressionRules } from "./expressions.js";
import { statement } from "./names.js";
import { many, rule, when } from "./notation.js";
import { parameterRules } from "./parameters.js";
import { patternRules } from "./patterns.js";
import { primaryRules } from "./primaries.js";
import { simpleStatementRules } from "./simple-statements.js";
import { stringRules } from "./strings.js";
import { targetRules } from "./targets.js";
import { typeParameterRules } from "./type-parameters.js";
import { isAtLeast, type PythonVersion } from "./version.js";

/**
 * Returns the grammar of files in `version`. Its terminals are defined in operators.ts.
 *
 * It describes what CPython's parser accepts (`ast.parse`), not what its compiler accepts: `return` outside a function
 * is allowed. Source: The Python Language Reference, "Full Grammar specification", of each version; each is tested
 * against its CPython.
 */
export function pythonGrammar(version: PythonVersion): Grammar {
  return {
    start: "file",
    rules: [
      rule("file", many(statement)),
      ...compoundStatementRules(version),
      ...simpleStatementRules(version),
      ...when(isAtLeast(version, "3.10"), ...patternRules(version)),
      ...targetRules(version),
      ...expressionRules(version),
      ...primaryRules(version),
      ...displayRules(version),
      ...argumentRules(version),
      ...parameterRules(version),
      ...when(isAtLeast(version, "3.12"), ...typeParameterRules(version)),
      ...stringRules(version),
    ],
  };
}
