// Documentation comments at which the parser of TypeScript 5.5 to 6.0 never returns: those whose text ends with a word and a hyphen, such as `/** half-*/`. It
// takes two characters off the end of a comment that has no end, and then behaves alike. See https://github.com/microsoft/TypeScript/issues/63580.

const OPENING = "/**";
const CLOSING = "*/";

/** Returns the text with a blank in place of each such hyphen. All offsets stay, and so does everything but the comments. */
export function withoutEndlessComments(text: string): string {
  if (!text.includes(OPENING)) return text;
  let mended = text;
  for (let at = text.indexOf(`-${CLOSING}`); at >= 0; at = text.indexOf(`-${CLOSING}`, at + 1))
    if (isInComment(text, at)) mended = withBlank(mended, at);
  const last = text.length - CLOSING.length - 1;
  return text[last] === "-" && isInComment(text, text.length) ? withBlank(mended, last) : mended;
}

/** Whether a documentation comment has begun before `at` and not ended. */
function isInComment(text: string, at: number): boolean {
  return text.lastIndexOf(OPENING, at - 1) > text.lastIndexOf(CLOSING, at - 1);
}

function withBlank(text: string, at: number): string {
  return `${text.slice(0, at)} ${text.slice(at + 1)}`;
}
