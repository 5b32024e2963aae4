// Who decides what is valid: JSON.parse, a hand-written parser, RegExp. None of them knows of grammars, monitors or masks.

/** A JSON object, as JSON.parse sees it. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const DATE = "(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?";

/** A date, a time of day, and a zone. */
export const TIMESTAMP = `${DATE}T${TIME}(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])`;

const timestamp = new RegExp(`^(?:${TIMESTAMP})$`);

export function isTimestamp(text: string): boolean {
  return timestamp.test(text);
}

/** A query and a semicolon, by recursive descent: each function returns whether it read its part, and moves `at` past it. */
export function isQuery(text: string): boolean {
  let at = 0;
  const read = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at += found[0].length;
    return true;
  };
  const list = (part: () => boolean, separator: RegExp): boolean => {
    do if (!part()) return false;
    while (read(separator));
    return true;
  };
  const name = (): boolean => read(/[a-z][a-z_]{0,11}(?![a-z_])/y);
  const column = (): boolean =>
    read(/COUNT\(\*\)/y) || (read(/(?:COUNT|MIN|MAX|SUM)\(/y) ? name() && read(/\)/y) : name());
  const query = (): boolean =>
    read(/SELECT /y) &&
    (read(/\*/y) || list(column, /, /y)) &&
    read(/ FROM /y) &&
    name() &&
    (!read(/ WHERE /y) || any()) &&
    (!read(/ ORDER BY /y) || (name() && (read(/ DESC/y) || true)));
  const any = (): boolean => list(all, / OR /y);
  const all = (): boolean => list(test, / AND /y);
  const test = (): boolean => {
    if (read(/\(/y)) return any() && read(/\)/y);
    if (!name()) return false;
    if (read(/ IN \(/y)) return query() && read(/\)/y);
    return read(/ [=<>] (?:[0-9]{1,6}(?![0-9])|'[A-Za-z0-9 ]{0,16}')/y);
  };
  return query() && read(/;/y) && at === text.length;
}
