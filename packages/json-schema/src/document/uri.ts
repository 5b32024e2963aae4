// Resolves references against a base: RFC 3986, §5.2, on strings. The platform's `URL` does too much: it rejects
// relative bases, rewrites hosts and escapes, and treats `urn:` as opaque, while JSON Schema only compares identifiers
// as text.

interface Parts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

/**
 * Splits a reference at its first `#`. The fragment excludes the `#` and is still percent-encoded; `undefined` if there
 * is none.
 */
export function splitFragment(reference: string): [uri: string, fragment: string | undefined] {
  const hash = reference.indexOf("#");
  return hash < 0 ? [reference, undefined] : [reference.slice(0, hash), reference.slice(hash + 1)];
}

/**
 * Returns the URI of `reference` (without fragment) relative to `base` (without fragment; absolute, relative or empty).
 * Every string is accepted. A base without scheme gives a result without scheme, which is sufficient for comparisons.
 */
export function resolveUri(base: string, reference: string): string {
  if (reference === "") return base;
  const to = parse(reference);
  if (to.scheme !== undefined) return spell({ ...to, path: withoutDots(to.path) });
  const from = parse(base);
  const { scheme } = from;
  if (to.authority !== undefined) return spell({ ...to, scheme, path: withoutDots(to.path) });
  const { authority } = from;
  if (to.path === "") return spell({ scheme, authority, path: from.path, query: to.query ?? from.query });
  const path = to.path.startsWith("/") ? to.path : merge(from, to.path);
  return spell({ scheme, authority, path: withoutDots(path), query: to.query });
}

function parse(text: string): Parts {
  let rest = text;
  let scheme: string | undefined;
  const colon = rest.indexOf(":");
  if (colon > 0 && isScheme(rest, colon)) [scheme, rest] = [rest.slice(0, colon), rest.slice(colon + 1)];
  let query: string | undefined;
  const mark = rest.indexOf("?");
  if (mark >= 0) [rest, query] = [rest.slice(0, mark), rest.slice(mark + 1)];
  if (!rest.startsWith("//")) return { scheme, authority: undefined, path: rest, query };
  const slash = rest.indexOf("/", 2);
  if (slash < 0) return { scheme, authority: rest.slice(2), path: "", query };
  return { scheme, authority: rest.slice(2, slash), path: rest.slice(slash), query };
}

/** A letter, then letters, digits, `+`, `-` and `.`. */
function isScheme(text: string, end: number): boolean {
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    const other = (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46;
    if (!letter && !(at > 0 && other)) return false;
  }
  return true;
}

function spell({ scheme, authority, path, query }: Parts): string {
  const head = scheme === undefined ? "" : `${scheme}:`;
  const host = authority === undefined ? "" : `//${authority}`;
  return head + host + path + (query === undefined ? "" : `?${query}`);
}

/** §5.2.3. */
function merge(base: Parts, path: string): string {
  if (base.authority !== undefined && base.path === "") return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

/** §5.2.4: `.` and `..` as in a file system; `..` above the root is dropped. */
function withoutDots(path: string): string {
  if (!path.includes(".")) return path;
  const rooted = path.startsWith("/");
  const kept: string[] = [];
  const segments = (rooted ? path.slice(1) : path).split("/");
  segments.forEach((segment, index) => {
    const dots = segment === "." || segment === "..";
    if (segment === "..") kept.pop();
    if (!dots) kept.push(segment);
    else if (index === segments.length - 1) kept.push("");
  });
  return (rooted ? "/" : "") + kept.join("/");
}
