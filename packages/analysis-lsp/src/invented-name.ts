// Finds what a server reports about a name that does not exist in any program. An error there shows that the server knows the type of the expression before it,
// and all members of that type.

import type { Diagnostic, Range } from "vscode-languageserver-protocol";
import type { AskedDocument } from "./completions.js";
import { offsetsIn } from "./positions.js";
import type { Exhaustive } from "./profile.js";

/**
 * The messages of the errors in a result of `textDocument/diagnostic` that have one of the codes and cover exactly the name at the cursor; `undefined` if there
 * are none. Errors whose codes are in `unnamed` do not repeat the name, and may be about a longer path that ends with it.
 */
export function messagesAbout(
  invented: string,
  result: unknown,
  { text, cursor, encoding }: AskedDocument,
  { codes, unnamed = [] }: Pick<Extract<Exhaustive, { by: "diagnostics" }>, "codes" | "unnamed">,
): readonly string[] | undefined {
  const { items } = Object(result) as { readonly items?: unknown };
  if (!Array.isArray(items)) return undefined;
  const offsetOf = offsetsIn(text, encoding);
  const messages = (items as readonly unknown[]).flatMap((item) => {
    const { range, code, message } = Object(item) as Partial<Diagnostic>;
    if (typeof message !== "string" || code === undefined || !codes.includes(code)) return [];
    const { start, end } = Object(range) as Partial<Range>;
    const from = offsetOf(start);
    if (from === undefined) return [];
    if (unnamed.includes(code) && end !== undefined)
      return from <= cursor && offsetOf(end) === cursor + invented.length ? [message] : [];
    return from === cursor && message.includes(invented) ? [message] : [];
  });
  return messages.length === 0 ? undefined : messages;
}
