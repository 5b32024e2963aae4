// The meaning of `pattern` and `format`: sets of texts, or an error that names the place.

import { deferred, type Regex, RegexSyntaxError } from "@espalier/automata";
import { LimitError } from "@espalier/monitor";
import { SchemaError, type SchemaIssue } from "../document/issue.js";
import type { Subschema } from "../document/subschema.js";
import type { Later } from "../formats/dates.js";
import { formatText, unenforceableFormats } from "../formats/formats.js";
import { patternText } from "../formats/patterns.js";
import { ANY_STRING, type StringSet, stringsMatching } from "../strings/string-set.js";
import { once } from "../text/recall.js";
import { classesOf } from "../text/tables.js";
import { unsupported } from "./faults.js";
import type { StringKeywords } from "./scalars.js";

/** Creates the reader of patterns and formats. Each is read once; unknown formats are added to `unknown`. */
export function stringKeywords(unknown: SchemaIssue[]): StringKeywords {
  const patterns = new Map<string, StringSet>();
  const formats = new Map<string, StringSet>();

  function pattern(source: string, schema: Subschema): StringSet {
    let set = patterns.get(source);
    if (set === undefined) {
      set = stringsMatching(readPattern(source, schema));
      patterns.set(source, set);
    }
    return set;
  }

  function format(name: string, schema: Subschema): StringSet {
    let set = formats.get(name);
    if (set === undefined) {
      const text = readFormat(name, schema, deferredTimes);
      if (text === undefined) unknown.push(unknownFormat(name, schema));
      set = text === undefined ? ANY_STRING : stringsMatching(text);
      formats.set(name, set);
    }
    return set;
  }

  return { pattern, format };
}

const classesOfTimes = once(() => classesOf([..."0123456789:.+-Zz"].map((character) => [character.charCodeAt(0)])));

/** Parts of times that an engine builds when a text reaches them: a text has at most one of them. */
export const deferredTimes: Later = (least, load) => deferred({ ...classesOfTimes(), least, load });

/** Returns the strings of a format; `undefined` if its name is unknown. @throws SchemaError if it cannot be enforced. */
export function readFormat(name: string, schema: Subschema, later?: Later): Regex | undefined {
  const reason = unenforceableFormats.get(name);
  if (reason !== undefined) {
    const message = `format "${name}" cannot be enforced: ${reason}`;
    const hint = 'Use a pattern, or the option formats: "annotate"';
    throw unsupported(schema, "format", message, hint, "unsupported-format");
  }
  return formatText(name, later);
}

/** The notice for a format that is not enforced because its name is unknown. */
export function unknownFormat(name: string, { pointer }: Subschema): SchemaIssue {
  return {
    code: "unknown-format",
    pointer: `${pointer}/format`,
    keyword: "format",
    message: `format "${name}" is unknown and not enforced`,
    hint: "Use a pattern",
  };
}

/** The largest number of characters in a pattern. */
const LONGEST_PATTERN = 2_000_000;

/** Returns the strings that a pattern matches. @throws SchemaError if it is malformed or cannot be enforced. */
export function readPattern(source: string, schema: Subschema): Regex {
  if (source.length > LONGEST_PATTERN) {
    const message = `a pattern of ${source.length} characters is too long (limit ${LONGEST_PATTERN})`;
    throw unsupported(schema, "pattern", message, "Use a smaller pattern", "pattern-limit");
  }
  try {
    return patternText(source);
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      if (error.code !== "unsupported" && isMalformed(source)) throw malformed(error, schema);
      const hint = "Write it without what is named here";
      throw unsupported(schema, "pattern", withoutPeriod(error), hint, "unsupported-pattern");
    }
    if (error instanceof LimitError)
      throw unsupported(schema, "pattern", error.message, "Use a smaller pattern", "pattern-limit");
    throw error;
  }
}

/** Returns whether the pattern is a syntax error in ECMA-262, both with the `u` flag and without. */
function isMalformed(source: string): boolean {
  return ["u", ""].every((flags) => {
    try {
      new RegExp(source, flags);
      return false;
    } catch {
      return true;
    }
  });
}

/** The message without its final period, because a hint follows. */
const withoutPeriod = ({ message }: RegexSyntaxError): string => message.replace(/\.$/u, "");

function malformed(error: RegexSyntaxError, { pointer }: Subschema): SchemaError {
  return new SchemaError("invalid-schema", [
    {
      code: "malformed-pattern",
      pointer: `${pointer}/pattern`,
      keyword: "pattern",
      message: `the pattern is malformed: ${withoutPeriod(error)}`,
      hint: "Write a regular expression of ECMA-262",
    },
  ]);
}
