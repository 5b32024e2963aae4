// Finds the entries that have a type or return it. Each entry becomes a declaration, and the server reports an error for each declaration that does not fit.

import type { ProbeEntry } from "./dialect.js";
import type { AskedServer, LspEntry, LspType, ShownHole } from "./lsp-type.js";
import { declaredAs, type ProjectModule } from "./project-symbols.js";
import { namesIn, renamed } from "./type-text.js";

/** Types that are assignable to every type, and functions that return them. */
const FITS_ALL = /^(?:any|Any|never|Never|NoReturn)$|(?:->|\)\s*:)\s*(?:any|Any|never|Never|NoReturn);?$/;

/** The entries that fit, in the order of `context`. Afterwards a text with a probe is open at the server. */
export async function fittingEntries(
  { server, dialect }: AskedServer,
  { uri, text: whole }: ShownHole,
  modules: readonly ProjectModule[],
  context: readonly LspEntry[],
  target: LspType,
): Promise<readonly LspEntry[]> {
  const names: { name: string; from: string | undefined; as: string }[] = [];
  const known = new Map<string, string>();
  for (const name of namesIn(target.text)) {
    const found = declaredAs(name, modules, target.near);
    if (found?.module.from === undefined) continue;
    const as = `EspalierType${names.length}`;
    names.push({ name, from: found.module.from, as });
    known.set(name, as);
  }
  const entries = context.map(({ name, locality, type }): ProbeEntry => {
    if (locality === "function" || locality === "block") return { type: renamed(type.text, known) };
    const from = type.declared?.module.from;
    if (from === undefined) return { name };
    const as = `espalierEntry${names.length}`;
    names.push({ name, from, as });
    return { name: as };
  });
  const { text, lines } = dialect.fits(renamed(target.text, known), entries, names);
  const shown = `${text}\n${whole}`;
  await server.show(uri, shown);
  const wrong = new Set(
    (await server.diagnostics(uri))
      .filter(({ severity, from }) => severity === 1 && from <= text.length)
      .map(({ from }) => shown.slice(0, from).split("\n").length - 1),
  );
  const fitting = context.filter((_, at) => lines[at]!.some((line) => !wrong.has(line)));
  return fitting.filter(({ type }) => !FITS_ALL.test(type.text));
}
