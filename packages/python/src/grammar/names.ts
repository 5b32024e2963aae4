// Names, and nonterminals that several files use.

import { type Expression, nonterminal } from "@espalier/grammar";
import { oneOf } from "./notation.js";
import { nameTerminals } from "./operators.js";
import type { PythonVersion } from "./version.js";

export const statement: Expression = nonterminal("statement");
export const simpleStatement: Expression = nonterminal("simple_statement");
export const simpleStatements: Expression = nonterminal("simple_statements");
export const block: Expression = nonterminal("block");
export const caseBlock: Expression = nonterminal("case_block");
export const expression: Expression = nonterminal("expression");
export const disjunction: Expression = nonterminal("disjunction");
export const operation: Expression = nonterminal("operation");
export const primary: Expression = nonterminal("primary");
export const atom: Expression = nonterminal("atom");
export const namedExpression: Expression = nonterminal("named_expression");
export const starExpressions: Expression = nonterminal("star_expressions");
export const yieldExpression: Expression = nonterminal("yield_expression");
export const value: Expression = nonterminal("value");
export const starNamedExpression: Expression = nonterminal("star_named_expression");
export const forClauses: Expression = nonterminal("for_clauses");
export const literal: Expression = nonterminal("literal");
export const tuple: Expression = nonterminal("tuple");
export const parenthesized: Expression = nonterminal("parenthesized");
export const generator: Expression = nonterminal("generator");
export const fieldExpression: Expression = nonterminal("field_expression");
export const strings: Expression = nonterminal("strings");
export const slices: Expression = nonterminal("slices");
export const callArguments: Expression = nonterminal("call_arguments");
export const classArguments: Expression = nonterminal("class_arguments");
export const parameters: Expression = nonterminal("parameters");
export const lambdaParameters: Expression = nonterminal("lambda_parameters");
export const typeParameters: Expression = nonterminal("type_parameters");
export const reference: Expression = nonterminal("reference");
export const target: Expression = nonterminal("target");
export const targets: Expression = nonterminal("targets");
export const singleTarget: Expression = nonterminal("single_target");
export const annotatedTarget: Expression = nonterminal("annotated_target");
export const deleteTargets: Expression = nonterminal("delete_targets");
export const patterns: Expression = nonterminal("patterns");

/** A name: an identifier, or a soft keyword of this version. */
export function nameOf(version: PythonVersion): Expression {
  return oneOf(...nameTerminals(version));
}
