// The names that may be used at a hole: local names, the file's declarations, and the declarations of the modules that it imports.

import type { Locality } from "@espalier/typed-holes";
import { type AskedServer, headed, type LspEntry, type ShownHole } from "./lsp-type.js";
import type { ProjectModule } from "./project-symbols.js";
import type { FileSymbol } from "./shown-server.js";

/** The symbol kinds that become entries: functions, variables and constants. */
const ENTRIES: ReadonlySet<number> = new Set([12, 13, 14]);
const VARIABLES: ReadonlySet<number> = new Set([13, 14]);
/** The largest number of entries of one hole whose types are requested. */
const MOST_ENTRIES = 300;

/** The entries, nearest first. */
export async function typingContext(
  asked: AskedServer,
  { uri, text, at }: ShownHole,
  modules: readonly ProjectModule[],
): Promise<readonly LspEntry[]> {
  const { server, dialect } = asked;
  await server.show(uri, text);
  const around: LspEntry[] = [];
  const nearer: LspEntry[] = [];
  for (const module of modules) {
    if (module.uri !== uri) {
      if (module.from === undefined) continue;
      const imported = new Set(dialect.importedNames(text, module.from).match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));
      const entries = await entriesOf(asked, module, module.symbols, "importable");
      around.push(
        ...entries.map((entry) => ({
          ...entry,
          locality: imported.has(entry.name) ? ("imported" as const) : entry.locality,
        })),
      );
      continue;
    }
    // A symbol whose range contains the hole is still being declared.
    const encloses = ({ from, to }: FileSymbol): boolean => from <= at && at < to;
    // Servers report only the name of a variable. The text between the name and the hole is its annotation and the unfinished value.
    const declares = ({ kind, from }: FileSymbol): boolean =>
      VARIABLES.has(kind) && /^[\p{ID_Continue}$]+[ \t]*(?::[^=\n]*)?=(?!=)[^\n;]*$/u.test(text.slice(from, at));
    const own = module.symbols.filter(
      (symbol) => symbol.from >= headed(dialect) && !encloses(symbol) && !declares(symbol),
    );
    around.push(...(await entriesOf(asked, module, own, "file")));
    for (let inner = module.symbols.find(encloses); inner !== undefined; inner = inner.children.find(encloses)) {
      const locals = inner.children.filter((symbol) => symbol.to <= at && !declares(symbol));
      nearer.unshift(...(await entriesOf(asked, module, locals.toReversed(), "function")));
    }
  }
  return [...nearer, ...around];
}

/** The entries of some symbols of a module, with their hovers. */
async function entriesOf(
  { server, dialect }: AskedServer,
  module: ProjectModule,
  symbols: readonly FileSymbol[],
  locality: Locality,
): Promise<readonly LspEntry[]> {
  const wanted = symbols
    .filter(({ kind, name }) => ENTRIES.has(kind) && !name.startsWith("espalier"))
    .slice(0, MOST_ENTRIES);
  const hovers = await Promise.all(wanted.map((symbol) => server.hover(module.uri, module.text, symbol.at)));
  return wanted.flatMap((symbol, at) => {
    const header = dialect.header(hovers[at]!);
    if (header === undefined) return [];
    const text = dialect.variable(hovers[at]!) ?? header;
    const type = { text, near: module.uri, declared: { module, symbol }, header };
    return [{ name: symbol.name, locality, type }];
  });
}
