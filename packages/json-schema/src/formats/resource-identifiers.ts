// Resource identifiers: URIs (RFC 3986, appendix A), IRIs (RFC 3987 §2.2) and URI templates (RFC 6570 §2), production
// by production, with the names of the RFCs.
import type { Regex } from "@espalier/automata";
import { characters, choice, empty, literal, optional, parseEcmaRegex, plus, sequence, star } from "@espalier/automata";
import { ipv6 } from "./addresses.js";

/** The characters that IRIs allow and URIs do not. */
interface Repertoire {
  readonly ucschar: Regex;
  /** In queries only. */
  readonly iprivate: Regex;
}

export const ASCII: Repertoire = { ucschar: empty, iprivate: empty };

export function unicode(): Repertoire {
  const planes = Array.from({ length: 14 }, (_, i): [number, number] => [(i + 1) << 16, ((i + 1) << 16) + 0xfffd]);
  return {
    ucschar: characters([
      [0xa0, 0xd7ff],
      [0xf900, 0xfdcf],
      [0xfdf0, 0xffef],
      ...planes.map(([from, to]): [number, number] => [from === 0xe0000 ? 0xe1000 : from, to]),
    ]),
    iprivate: characters([
      [0xe000, 0xf8ff],
      [0xf0000, 0xffffd],
      [0x100000, 0x10fffd],
    ]),
  };
}

const PERCENT_ENCODED = "%[0-9A-Fa-f]{2}";

/** The productions that URIs and relative references share. */
function parts({ ucschar, iprivate }: Repertoire): {
  readonly authority: Regex;
  readonly abempty: Regex;
  readonly absolute: Regex;
  readonly rootless: Regex;
  readonly noscheme: Regex;
  readonly tail: Regex;
} {
  const nameCharacter = choice(parseEcmaRegex("[A-Za-z0-9._~!$&'()*+,;=-]"), ucschar);
  const encoded = parseEcmaRegex(PERCENT_ENCODED);
  const colon = literal(":");
  const pchar = choice(nameCharacter, encoded, parseEcmaRegex("[:@]"));
  const segments = star(sequence(literal("/"), star(pchar)));
  const segmentNz = plus(pchar);
  const userinfo = star(choice(nameCharacter, encoded, colon));
  const ipFuture = parseEcmaRegex("[Vv][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+");
  const bracketed = sequence(literal("["), choice(ipv6(), ipFuture), literal("]"));
  // By their form, IPv4 addresses are registered names too.
  const host = choice(bracketed, star(choice(nameCharacter, encoded)));
  const further = choice(pchar, parseEcmaRegex("[/?]"));
  return {
    authority: sequence(
      literal("//"),
      optional(sequence(userinfo, literal("@"))),
      host,
      optional(sequence(colon, parseEcmaRegex("\\d*"))),
    ),
    abempty: segments,
    absolute: sequence(literal("/"), optional(sequence(segmentNz, segments))),
    rootless: sequence(segmentNz, segments),
    noscheme: sequence(plus(choice(nameCharacter, encoded, literal("@"))), segments),
    tail: sequence(
      optional(sequence(literal("?"), star(choice(further, iprivate)))),
      optional(sequence(literal("#"), star(further))),
    ),
  };
}

/** An absolute URI or IRI, beginning with a scheme. */
export function identifier(repertoire: Repertoire): Regex {
  const { authority, abempty, absolute, rootless, tail } = parts(repertoire);
  const hierarchical = optional(choice(sequence(authority, abempty), absolute, rootless));
  return sequence(parseEcmaRegex("[A-Za-z][A-Za-z0-9+.-]*:"), hierarchical, tail);
}

/** A URI or IRI, or a relative reference. */
export function reference(repertoire: Repertoire): Regex {
  const { authority, abempty, absolute, noscheme, tail } = parts(repertoire);
  const relative = optional(choice(sequence(authority, abempty), absolute, noscheme));
  return choice(identifier(repertoire), sequence(relative, tail));
}

/** Literals and expressions in braces. An apostrophe counts as a literal, although the grammar of the RFC omits it. */
export function uriTemplate(): Regex {
  const { ucschar, iprivate } = unicode();
  const encoded = parseEcmaRegex(PERCENT_ENCODED);
  const literals = choice(parseEcmaRegex("[!#$&'()*+,\\-./0-9:;=?@A-Z[\\]_a-z~]"), ucschar, iprivate, encoded);
  const varchar = choice(parseEcmaRegex("[A-Za-z0-9_]"), encoded);
  const varname = sequence(varchar, star(sequence(optional(literal(".")), varchar)));
  const modifier = parseEcmaRegex("(?::[1-9]\\d{0,3}|\\*)?");
  const varspec = sequence(varname, modifier);
  const operator = parseEcmaRegex("[+#./;?&=,!@|]?");
  const list = sequence(varspec, star(sequence(literal(","), varspec)));
  return star(choice(literals, sequence(literal("{"), operator, list, literal("}"))));
}
