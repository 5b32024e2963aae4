// Types as texts. A language server only prints types, so their structure is read from the brackets.

const OPENING = "([{<";
const CLOSING = ")]}>";

/** Splits a text at the separators outside all brackets and quotes, and trims the parts. `=>` and `->` do not close a bracket. */
export function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '"' || letter === "'") {
      const end = text.indexOf(letter, at + 1);
      at = end < 0 ? text.length : end;
    } else if (OPENING.includes(letter)) depth++;
    else if (CLOSING.includes(letter) && !(letter === ">" && "=-".includes(text[at - 1] ?? " "))) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at).trim());
      from = at + separator.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

/** The text between `open` and a final `close`, or `undefined` if the text does not have that form. */
export function between(text: string, open: string, close: string): string | undefined {
  return text.startsWith(open) && text.endsWith(close) ? text.slice(open.length, -close.length) : undefined;
}

const QUOTED = /"[^"]*"|'[^']*'/g;
const NAME = /(?<![\p{ID_Continue}$.])[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** The names in a type, in order and without duplicates. Names inside strings do not count. */
export function namesIn(type: string): readonly string[] {
  return [...new Set(type.replace(QUOTED, "").match(NAME) ?? [])];
}

/** Renames the names in a type. */
export function renamed(type: string, names: ReadonlyMap<string, string>): string {
  const strings = type.match(QUOTED) ?? [];
  const parts = type.split(QUOTED).map((part) => part.replace(NAME, (name) => names.get(name) ?? name));
  return parts.map((part, at) => part + (strings[at] ?? "")).join("");
}
