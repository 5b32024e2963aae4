// Relevant types and relevant headers, derived from what a language tells (Blinn et al. 2024, §2.5 and §2.6): with visited sets, so that recursive types
// end, and by target types, as the text of the paper has it.

import type { RelevantHeaders, RelevantTypes } from "./chat-lsp.js";
import type { Entry, Header, HoleServer, TypeAlias, TypeDefinition } from "./hole-server.js";

/** How much is retrieved. */
export interface RetrievalLimits {
  /** The most definitions. */
  readonly definitions: number;
  /** The most headers. */
  readonly headers: number;
}

/** The limits by default. */
export const DEFAULT_RETRIEVAL_LIMITS: RetrievalLimits = {
  /** The most definitions that are retrieved, the nearest to the expected type first. */
  definitions: 64,
  /** The most headers that are retrieved, as in the published experiments. */
  headers: 10,
};

/** The definitions of the types that `type` mentions, then of those that these mention, and so on; each once. */
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

/** The entries that help to make a value of `type`, the best first; among equals those of the nearer target, then those declared nearer. */
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
