// Shortens a text by cutting out its middle, so that a message that quotes it has a bounded length.

/**
 * Returns `text`, or its beginning and end with an ellipsis between them: at most `most` UTF-16 units.
 *
 * @example
 * excerpt("a name of many letters", 11); // => "a nam…tters"
 */
export function excerpt(text: string, most = 200): string {
  if (text.length <= most) return text;
  const kept = most - 1;
  const begin = text.slice(0, Math.ceil(kept / 2));
  return `${begin}…${text.slice(text.length - Math.floor(kept / 2))}`;
}
