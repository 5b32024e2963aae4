// Finds the type that is expected at a hole, through a language server: from a hover over a generic hole, from errors about a probe (a value of an otherwise
// unused type), from the active parameter of a call, and last from the operator or the statement around it.

import type { ProgramPlace } from "@espalier/analysis";
import type { Expectation } from "@espalier/typed-holes";
import { type AskedServer, headed, type LspType } from "./lsp-type.js";

/** Inserts an expression at a place; it replaces a name that is half written there. */
export function filled(
  { dialect, closing }: AskedServer,
  { path, before, after }: ProgramPlace,
  expression: string,
): { readonly text: string; readonly at: number } {
  const [word] = /[\p{ID_Continue}$]*$/u.exec(before)!;
  const isName = word !== "" && !dialect.keywords.has(word) && !/^\d/.test(word);
  const kept = isName ? before.slice(0, -word.length) : before;
  const rest = isName ? after.replace(/^[\p{ID_Continue}$]+/u, "") : after;
  const text = `${dialect.head}\n${kept}${expression}${closing({ path, before: kept, after: rest })}${rest}`;
  return { text, at: headed(dialect) + kept.length };
}

/**
 * Returns `undefined` if the server reports no type. In a call of an overloaded function, the type is only a suggestion
 * (`soft`), because the server reports that of a single overload. Afterwards, the server has a text with a probe open.
 */
export async function expectedAt(
  asked: AskedServer,
  at: ProgramPlace,
  uri: string,
): Promise<Expectation<LspType> | undefined> {
  const { server, dialect } = asked;
  const found = await typeAt(asked, at, uri);
  if (found?.strength !== "hard") return found;
  const { text, at: place } = filled(asked, at, dialect.generic.text);
  await server.show(uri, text);
  const { signatures } = await server.signature(uri, text, place);
  return signatures > 1 ? { ...found, strength: "soft" } : found;
}

/** Returns the type that the first of the ways finds. */
async function typeAt(asked: AskedServer, at: ProgramPlace, uri: string): Promise<Expectation<LspType> | undefined> {
  const { server, dialect } = asked;
  const { generic } = dialect;
  const isFirst = dialect.asks === "errors first";
  const early = isFirst ? await byErrors(asked, at, uri) : undefined;
  if (early?.strength === "hard") return early;
  const { text, at: place } = filled(asked, at, generic.text);
  await server.show(uri, text);
  const hover = await server.hover(uri, text, place + generic.hover);
  const told = dialect.genericType(hover);
  if (told !== undefined) return expectation(told, "hard", "context");
  const probed = isFirst ? early : await byErrors(asked, at, uri);
  if (probed?.by === "context") return probed;
  await server.show(uri, text);
  const { parameter: label } = await server.signature(uri, text, place);
  const parameter = /^[*\w$.]+\??: ([\s\S]*?)(?: = [\s\S]*)?$/.exec(label ?? "")?.[1];
  // A generic parameter type says less than the context.
  const isPlain = parameter !== undefined && !/\b[A-Z]\b|@|\b(Any|any|unknown|object)\b/.test(parameter);
  if (isPlain) return expectation(parameter, "hard", "context");
  // A hover shows that the hole is an expression, and not part of a comment or a string.
  return probed ?? (hover === "" ? undefined : byPlace(asked, at));
}

/** The type that the operator or the statement around the hole asks for. */
function byPlace({ dialect }: AskedServer, { before, after }: ProgramPlace): Expectation<LspType> | undefined {
  const rule = dialect.places.find((each) => (each.before?.test(before) ?? true) && (each.after?.test(after) ?? true));
  return rule && expectation(rule.type, "soft", "rule");
}

/** Reads the expected type from the errors that the probe causes. */
async function byErrors(asked: AskedServer, at: ProgramPlace, uri: string): Promise<Expectation<LspType> | undefined> {
  const { server, dialect } = asked;
  const { probe } = dialect;
  const { text, at: place } = filled(asked, at, probe.text);
  await server.show(uri, text);
  // A relevant error names the probe's type or is located at the probe.
  const end = place + probe.text.length;
  const errors = (await server.diagnostics(uri)).filter(
    ({ message, from, to }) =>
      from >= headed(dialect) && (message.includes(probe.type) || (from >= place && to <= end)),
  );
  for (const { message: pattern, strength, by, type } of dialect.errors)
    for (const { message } of errors) {
      const found = pattern.exec(message);
      const named = type ?? found?.[1]?.replace(/\s+/g, " ");
      if (found === null || named === undefined || named === probe.type || dialect.unknown.has(named)) continue;
      return expectation(by === "sibling" ? dialect.widened(named) : named, strength, by);
    }
  return undefined;
}

const expectation = (
  text: string,
  strength: "hard" | "soft",
  by: Expectation<LspType>["by"],
): Expectation<LspType> => ({ text, strength, by, type: { text } });
