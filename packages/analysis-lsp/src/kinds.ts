// Argument checks for profiles and lexical structures.

import {
  anything,
  boolean,
  callable,
  either,
  having,
  integer,
  type Kind,
  listOf,
  oneOf,
  options,
  recordOf,
  required,
  text,
} from "@espalier/arguments";

const stringForm = options({
  prefixes: required(listOf(text)),
  quotes: required(listOf(text, 1)),
  escapes: text,
  fence: text,
  character: boolean,
  multiline: boolean,
  fields: boolean,
  namedCharacters: boolean,
});

/** A {@link LexicalStructure}. */
export const structureKind: Kind = options({
  lineComments: required(listOf(text)),
  blockComments: listOf(options({ open: required(text), close: required(text), nested: boolean })),
  directives: options({ open: required(text), code: required(listOf(text)) }),
  joinsLines: boolean,
  strings: required(listOf(stringForm)),
  memberOperators: required(listOf(text)),
  onlyNamesAreMembers: boolean,
  otherOperators: listOf(text),
  nameCharacters: text,
  keywords: required(listOf(text)),
  postfixes: listOf(text),
  uncounted: options({ words: listOf(text), anywhere: listOf(text), prefixes: listOf(text) }),
  caseEnds: text,
  numbersEndInDot: required(either(boolean, oneOf("unless-name"))),
  digitSeparators: text,
  statementEnds: required(text),
  pathStatements: listOf(text),
  pathOpeners: listOf(text),
});

/** A {@link ServerProfile}. */
const profile = options({
  name: required(text),
  program: required(text),
  parameters: required(listOf(text)),
  howToGet: required(text),
  languages: required(recordOf(text, "an object of language identifiers by extension")),
  lexer: required(callable),
  initializationOptions: anything,
  settings: anything,
  readiness: required(having("a readiness { after, … }", { after: "string" })),
  probe: options({ file: required(text), text: required(text) }),
  exhaustive: required(having("a reason why lists are complete { by, … }", { by: "string" })),
  calls: options({
    of: required(callable),
    confirmedBy: listOf(either(text, integer({}))),
    longest: integer({ min: 0 }),
    doubt: callable,
    hovering: having("hovers { tail, at, unknown }", { tail: "string", at: "number", unknown: "object" }),
  }),
  cases: options({
    refused: required(callable),
    codes: required(listOf(either(text, integer({})), 1)),
    of: required(callable),
  }),
  incomplete: text,
  closing: callable,
  dynamicNames: listOf(text),
  dynamicUnless: options({ name: required(text), documented: required(text) }),
  dependsOnName: callable,
  wider: callable,
  everywhere: listOf(text),
  doubt: callable,
  textDoubt: callable,
});

/** A profile, or the name of one. */
export const profileKind: Kind = either(text, profile);
