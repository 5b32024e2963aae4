// Places where a comment tells the compiler to ignore errors: `// @ts-ignore` and `// @ts-expect-error` before a line. The program is accepted there whatever it
// says, so no answer can constrain it.

const DIRECTIVE = /^(?:\{?\/\*|\/\/\/?|\*)\s*@ts-(?:ignore|expect-error)\b/u;
/** The lines before a place that are read: comments and blank lines may stand between the directive and its line. */
const MOST_LINES = 100;

/** Whether the errors of the line in which `before` ends are ignored. */
export function ignoresErrors(before: string): boolean {
  let end = before.lastIndexOf("\n");
  for (let read = 0; end >= 0 && read < MOST_LINES; read++) {
    const start = before.lastIndexOf("\n", end - 1) + 1;
    const line = before.slice(start, end).trim();
    if (DIRECTIVE.test(line)) return true;
    if (line !== "" && !line.startsWith("//") && !line.startsWith("*")) return false;
    end = start - 1;
  }
  return false;
}
