// Argument checks for profiles and lexical structures.

import {
  anything,
  boolean,
  callable,
  called,
  either,
  type Fault,
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

const within = (step: string, fault: Fault): Fault => ({ ...fault, path: [step, ...fault.path] });

/** An object whose member `tag` says which of the `forms` it has. */
function formOf(what: string, tag: string, forms: Readonly<Record<string, Readonly<Record<string, Kind>>>>): Kind {
  const tagged = having(what, { [tag]: oneOf(...Object.keys(forms)) });
  const kinds = new Map(Object.entries(forms).map(([name, members]) => [name, options({ [tag]: text, ...members })]));
  return {
    what,
    fault: (value) => tagged.fault(value) ?? kinds.get((value as Record<string, string>)[tag]!)!.fault(value),
  };
}

const byExtension = recordOf(text, "an object of language identifiers by extension");

/** Language identifiers by file extension. */
const languages: Kind = {
  what: byExtension.what,
  fault(value) {
    const fault = byExtension.fault(value);
    if (fault !== undefined) return fault;
    const wrong = Object.keys(value as object).find((extension) => !extension.startsWith("."));
    if (wrong === undefined) return undefined;
    const message = (): string => `an extension with its dot: ".${wrong}".`;
    return within(wrong, { code: "wrong-type", path: [], message });
  },
};

const codes = listOf(either(text, integer({})));

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

const expression = having("a regular expression", { test: "function" });

const hovering = options({
  tail: required(text),
  reached: required(integer({ min: 0 })),
  beyond: required(integer({ min: 0 })),
  partial: required(listOf(text)),
  unreached: required(text),
  lists: required(listOf(text)),
  everywhere: text,
  unless: callable,
  receiver: callable,
  partlyKnown: expression,
  namesType: expression,
  reporting: callable,
  settingsOf: callable,
});

/** A {@link ServerProfile}. */
const profile = options({
  name: required(text),
  program: required(text),
  parameters: required(listOf(text)),
  howToGet: required(text),
  languages: required(languages),
  lexer: required(callable),
  initializationOptions: anything,
  settings: recordOf(anything, "an object of settings by section"),
  readiness: required(
    formOf("a readiness { after, … }", "after", {
      initialize: {},
      notification: { method: required(text), having: recordOf(anything, "an object of values by parameter") },
      registration: { method: required(text) },
      progress: {},
    }),
  ),
  probe: options({ file: required(text), text: required(text) }),
  exhaustive: required(
    formOf("how lists are complete { by, … }", "by", {
      diagnostics: { codes: required(codes), unnamed: codes, published: boolean, hovering },
      list: {},
      nothing: { reason: required(text) },
    }),
  ),
  calls: options({
    of: required(callable),
    confirmedBy: codes,
    longest: integer({ min: 0 }),
    doubt: callable,
    hovering: options({ tail: required(text), at: required(integer({ min: 0 })), unknown: required(expression) }),
  }),
  cases: options({
    refused: required(callable),
    codes: required(listOf(either(text, integer({})), 1)),
    of: required(callable),
  }),
  incomplete: oneOf("filtered", "truncated"),
  closing: callable,
  dynamicNames: listOf(text),
  dynamicUnless: options({ name: required(text), documented: required(text) }),
  dependsOnName: callable,
  wider: callable,
  everywhere: listOf(text),
  doubt: callable,
  textDoubt: callable,
});

/** A profile, or the name of one of `names`. */
export function profileKind(names: readonly string[]): Kind {
  return called(`the name of a profile (${names.join(", ")}), or a profile of your own`, either(text, profile));
}

/** The path of a folder. */
export const folderPath: Kind = {
  what: "the path of a folder",
  fault(value) {
    const fault = text.fault(value);
    if (fault !== undefined || value !== "") return fault;
    const message = (): string => 'the path of a folder, not the string "". "." is the current folder.';
    return { code: "wrong-type", path: [], message };
  },
};

/** What the `lexer` of a profile returns. */
export const lexerKind: Kind = having("a lexer { start, step, key, kind, … }", {
  start: "any",
  step: "function",
  key: "function",
  kind: "function",
  expectsMember: "function",
  expectsMemberOrOther: "function",
  isInsideCharacter: "function",
});
