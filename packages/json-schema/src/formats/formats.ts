// The formats that JSON Schema defines, drafts 4 to 2020-12 (Validation, §7.3), as languages over decoded strings.
//
// A name has the same meaning in every draft that defines it, except `hostname`, which has its meaning of draft 7
// everywhere. A name is also enforced in drafts that do not define it, because schemas of draft 4, for example, use
// `date` and `uuid` too. Names that no draft defines are annotations and not handled here.
import type { Regex } from "@espalier/automata";
import { choice, empty, literal, optional, parseEcmaRegex, sequence } from "@espalier/automata";
import { createRecall } from "../text/recall.js";
import { beyondAscii, hostname, ipv4, ipv6, mailbox } from "./addresses.js";
import { atOnce, date, dateTime, duration, type Later, time } from "./dates.js";
import { ASCII, identifier, reference, unicode, uriTemplate } from "./resource-identifiers.js";

/** Formats of the drafts that are not enforced, each with the reason. */
export const unenforceableFormats: ReadonlyMap<string, string> = new Map([
  ["idn-hostname", "valid labels depend on Unicode normalisation and their Punycode length (RFC 5891)"],
  ["regex", "regular expressions nest"],
]);

const makers: Readonly<Record<string, (later: Later) => Regex>> = {
  date,
  "date-time": (later) => dateTime(date(), time(later)),
  duration,
  email: () => mailbox(empty),
  hostname,
  "idn-email": () => mailbox(beyondAscii()),
  ipv4,
  ipv6: () => ipv6(),
  iri: () => identifier(unicode()),
  "iri-reference": () => reference(unicode()),
  "json-pointer": jsonPointer,
  "relative-json-pointer": relativeJsonPointer,
  time,
  uri: () => identifier(ASCII),
  "uri-reference": () => reference(ASCII),
  "uri-template": uriTemplate,
  uuid,
};

const recall = createRecall<Regex>(64);

/**
 * Returns the decoded strings of a format, exactly as in its specification, with two exceptions that only exclude
 * strings. From draft 7 on, `hostname` requires that labels beginning with `xn--` be valid Punycode; names with such
 * labels are excluded. Leap seconds in times are allowed only at offsets in use (see `time`). Returns `undefined` for a
 * name that no draft defines and for {@link unenforceableFormats}.
 *
 * @param later makes the parts that few texts reach.
 *
 * Cost: some hundred microseconds the first time, then a lookup.
 */
export function formatText(name: string, later: Later = atOnce): Regex | undefined {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  // There are two forms of a format: whole, and with parts that an engine builds later.
  return make === undefined ? undefined : recall(`${name} ${later === atOnce}`, () => make(later));
}

/** RFC 6901: every token after a slash, with `~0` for a tilde and `~1` for a slash. */
function jsonPointer(): Regex {
  return parseEcmaRegex("(?:\\/(?:[^~/]|~[01])*)*");
}

/** draft-handrews-relative-json-pointer-01: steps up, then a pointer or `#`. */
function relativeJsonPointer(): Regex {
  return sequence(parseEcmaRegex("0|[1-9]\\d*"), choice(literal("#"), optional(jsonPointer())));
}

/** RFC 4122 §3, of any version. */
function uuid(): Regex {
  return parseEcmaRegex("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");
}
