// Retrieves relevant types and relevant headers (Blinn et al. 2024, §2.5 and §2.6). Visited sets make recursive types terminate. Headers are chosen by target
// types, as the text of the paper describes.

import type { RelevantHeaders, RelevantTypes } from "./chat-lsp.js";
import type { Entry, Header, HoleServer, TypeAlias, TypeDefinition } from "./hole-server.js";

/** Limits of the retrieval. */
export interface RetrievalLimits {
  /** The largest number of definitions. */
  readonly definitions: number;
  /** The largest number of headers. */
  readonly headers: number;
}

/** The default limits. */
export const DEFAULT_RETRIEVAL_LIMITS: RetrievalLimits = {
  /** Definitions nearest to the expected type come first. */
  definitions: 64,
  /** The number of headers in the published experiments. */
  headers: 10,
};

/** The definitions of the types that `type` mentions, then of those that these mention, and so on, without duplicates. */
export async function relevantTypes<Type>(
  server: HoleServer<Type>,
  type: Type,
  { definitions: most }: RetrievalLimits,
): Promise<RelevantTypes> {
  const definitions: TypeDefinition[] = [];
  const visited = new Set<string>();
  let waiting: readonly TypeAlias[] = await server.extractAliases(type);
  while (waiting.length > 0 && definitions.length < most) {
    const next: TypeAlias[] = [];
    for (const alias of waiting) {
      if (visited.has(alias.id)) continue;
      visited.add(alias.id);
      const found = await server.getTypeDefinition(alias);
      if (found === undefined) continue;
      const { type: defined, ...definition } = found;
      definitions.push(definition);
      if (definitions.length === most) break;
      next.push(...(await server.extractAliases(defined)));
    }
    waiting = next;
  }
  return { definitions, text: textOf(definitions) };
}

/** The entries that help to construct a value of `type`, best first. Ties are broken by the nearer target, then by the server's order. */
export async function relevantHeaders<Type>(
  server: HoleServer<Type>,
  context: readonly Entry<Type>[],
  type: Type,
  { headers: most }: RetrievalLimits,
): Promise<RelevantHeaders> {
  const found = new Set<Entry<Type>>();
  for (const target of await server.getTargetTypes(type))
    for (const entry of await server.filterContext(context, target)) found.add(entry);
  const scored = [...found]
    .map((entry) => ({ entry, score: server.scoreEntry(entry) }))
    .filter(({ score }) => score > 0);
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, most);
  const headers: Header[] = [];
  for (const { entry } of best) headers.push(await server.printHeader(entry));
  return { headers, text: textOf(headers) };
}

function textOf(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join("\n");
}
