// The names of a function's parameters, as its source has them.

/**
 * Each parameter of `f`: its name, or the pattern that takes it apart, without what it is where it is left out. esbuild, which runs the tests, strips types and keeps the rest; it may add a
 * number to a name that is declared twice in a file.
 */
export function parametersOf(f: (...values: never[]) => unknown): readonly string[] {
  const source = f.toString();
  const parts = [""];
  let depth = 0;
  for (const character of source.slice(source.indexOf("("))) {
    if (")]}".includes(character) && --depth === 0) break;
    if (character === "," && depth === 1) parts.push("");
    else if (depth > 0) parts.push((parts.pop() ?? "") + character);
    if ("([{".includes(character)) depth++;
  }
  // Without the default value; a pattern has its own.
  const named = parts.map((part) => (/^\s*[{[]/u.test(part) ? part : part.replace(/=.*$/su, "")));
  return named.map((part) => part.trim().replace(/^\.\.\./u, "")).filter((part) => part !== "");
}
