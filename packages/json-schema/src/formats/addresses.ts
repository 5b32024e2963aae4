// Formats of hosts and mailboxes: IPv4 and IPv6 (RFC 2673 §3.2, RFC 4291 §2.2), host names (RFC 1123 §2.1), mailboxes
// (RFC 5321 §4.1.2 and, with any Unicode, RFC 6531 §3.3).
import type { Regex } from "@espalier/automata";
import {
  and,
  bytes,
  characters,
  choice,
  empty,
  epsilon,
  literal,
  optional,
  parseEcmaRegex,
  plus,
  repeat,
  sequence,
  star,
} from "@espalier/automata";

const COLON = literal(":");
const DOT = literal(".");

/** Four decimal octets without leading zeros. */
export function ipv4(): Regex {
  const octet = parseEcmaRegex("25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d");
  return sequence(octet, DOT, octet, DOT, octet, DOT, octet);
}

/**
 * Eight groups of 16 bits, the last two optionally as IPv4; `::` for one or more groups of zeros, which leaves at most
 * `most` other groups.
 */
export function ipv6(most = 7): Regex {
  const group = parseEcmaRegex("[0-9A-Fa-f]{1,4}");
  const groups = (min: number, max: number): Regex => {
    if (max === 0) return epsilon;
    const some = sequence(group, repeat(sequence(COLON, group), Math.max(min - 1, 0), max - 1));
    return min === 0 ? choice(epsilon, some) : some;
  };
  // The last 32 bits as IPv4, after `min` to `max` groups.
  const mixed = (min: number, max: number): Regex => sequence(repeat(sequence(group, COLON), min, max), ipv4());
  const compressed: Regex[] = [];
  for (let before = 0; before <= most; before++) {
    const after = choice(groups(0, most - before), before > most - 2 ? empty : mixed(0, most - 2 - before));
    compressed.push(sequence(groups(before, before), literal("::"), after));
  }
  return choice(groups(8, 8), mixed(6, 6), ...compressed);
}

/**
 * Labels of 1 to 63 letters, digits and inner hyphens between dots, 253 characters in all (RFC 1123), without labels
 * that begin with `xn--`. Drafts 7 and later require these labels to be A-labels, that is, Punycode of valid U-labels
 * (RFC 5890 §2.3.2.1), which no expression of reasonable size describes. So all of them are excluded.
 */
export function hostname(): Regex {
  const inner = "[A-Za-z0-9-]";
  const x = parseEcmaRegex("[Xx]");
  const xn = parseEcmaRegex("[Xx][Nn]");
  const label = choice(
    sequence(parseEcmaRegex("[A-WYZa-wyz0-9]"), afterFirst(62)),
    sequence(x, optional(LETTER_OR_DIGIT)),
    sequence(x, parseEcmaRegex("[A-MO-Za-mo-z0-9-]"), parseEcmaRegex(`${inner}{0,60}[A-Za-z0-9]`)),
    sequence(xn, LETTER_OR_DIGIT, afterFirst(60)),
    sequence(xn, literal("-"), LETTER_OR_DIGIT, afterFirst(59)),
  );
  return and(sequence(label, star(sequence(DOT, label))), parseEcmaRegex("[A-Za-z0-9.-]{1,253}"));
}

const LETTER_OR_DIGIT = bytes([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a],
]);

/** Nothing, or up to `most` characters of a label that does not end with a hyphen. */
function afterFirst(most: number): Regex {
  return optional(sequence(parseEcmaRegex(`[A-Za-z0-9-]{0,${most - 1}}`), LETTER_OR_DIGIT));
}

const ASCII_ATOM = "A-Za-z0-9!#$%&'*+\\-\\/=?^_`{|}~";

/** Any non-ASCII character. */
export function beyondAscii(): Regex {
  return characters([[0x80, 0x10ffff]]);
}

/**
 * A mailbox of RFC 5321: a dotted or quoted local part and a domain or an address in brackets. Length limits are not
 * enforced; the RFC asks implementations not to have them. The local part and labels may have the characters `extra`
 * too: none in RFC 5321, all beyond ASCII in RFC 6531.
 */
export function mailbox(extra: Regex): Regex {
  const atom = plus(choice(parseEcmaRegex(`[${ASCII_ATOM}]`), extra));
  const dotted = sequence(atom, star(sequence(DOT, atom)));
  const quotable = choice(parseEcmaRegex("[ !#-[\\]-~]|\\\\[ -~]"), extra);
  const quotedLocal = sequence(literal('"'), star(quotable), literal('"'));
  const letter = choice(parseEcmaRegex("[A-Za-z0-9]"), extra);
  // Letters and digits with hyphens between them.
  const label = sequence(letter, star(sequence(star(literal("-")), letter)));
  const domain = sequence(label, star(sequence(DOT, label)));
  // Here `::` stands for two or more groups (RFC 5321 §4.1.3).
  const bracketed = choice(ipv4(), sequence(parseEcmaRegex("[Ii][Pp][Vv]6:"), ipv6(6)));
  return sequence(
    choice(dotted, quotedLocal),
    literal("@"),
    choice(domain, sequence(literal("["), bracketed, literal("]"))),
  );
}
