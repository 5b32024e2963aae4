// Functions, and places of functions, that take any value as it is, and why.

/** Packages whose functions are not misused. */
export const EXEMPT_PACKAGES: Readonly<Record<string, string>> = {
  onnx: "its arguments come from the adapters, which check what they are given",
  dfa: "it serves other packages, which check the automata of users",
  arguments: "it makes the checks: a wrong kind fails when the module of its author is loaded",
};

/** Functions that are not misused. */
export const EXEMPT_FUNCTIONS: Readonly<Record<string, string>> = {
  "earley.createLazyCost": "syntax and gaps call it with charts of their own",
  "laws.checkAlgebra": "a call takes seconds; packages/laws/test/algebra.test.ts passes it wrong options",
  "monitor.auditStep": "it runs at each mask, and steps a monitor that was checked when its masker was made",
  "monitor.burn": "it runs in the innermost loops of other packages, which report their work by it",
  "syntax.createFiniteReader": "gaps calls it with automata that its languages have read",
  "syntax.createRest": "gaps calls it with charts of its own",
  "syntax.shareMemory": "gaps calls it with tables of its own",
  "syntax.createRuleEnds": "gaps calls it with rules of its own",
  "values.omitted": "espalier chooses options by it when it is loaded",
  "values.optionsOf": "it makes kinds of options, as arguments does",
  "values.picked": "espalier chooses options by it when it is loaded",
  "utf8.loneSurrogate": "automata calls it with texts of patterns that it has checked",
  "utf8.pushUtf8": "other packages call it with lists of their own",
  "syntax.createLeastTaken": "json-schema calls it while a text is read",
};

const ANY_STATE = "the states of a user's monitor are any values: only the monitor can tell";

/** Places where any value is right. */
const EXEMPT_PLACES: Readonly<Record<string, string>> = {
  "complete(options).from": ANY_STATE,
  "generate(options).from": ANY_STATE,
  "completion(state)": ANY_STATE,
  "run(from)": ANY_STATE,
  "afterGiven(from)": ANY_STATE,
  "refusalOf(state)": ANY_STATE,
  "forcedBytes(state)": ANY_STATE,
  "isAnswer(value)": "it tells whether a value is an answer",
  "walkToQuestions(state)": ANY_STATE,
  "snapshot(state)": "it prints any value",
  "pageRankFrom(start)": "the nodes of a user's graph are any values",
  "compileValidated(schema)": "it is a schema, whose faults compileSchema reports",
  "isForgotten(error)": "it asks what a value is",
  "isPromise(value)": "it asks what a value is",
  "partialOf(error)": "it asks what a value is",
};

/** Whether any value is right at a place, `package.function(parameter).option`. */
export function takesAnything(place: string): boolean {
  return Object.hasOwn(EXEMPT_PLACES, place.slice(place.indexOf(".") + 1));
}
