// How valibot is asked for JSON Schema. By itself its converter (`@valibot/to-json-schema`) refuses checks that JSON Schema cannot carry,
// although valibot runs them on every value anyhow; and it names formats that are not those of JSON Schema (its `time` is hours
// and minutes, its e-mail addresses are fewer). Here the former are left to valibot, and the latter become valibot's own patterns.
// Its objects are known by shape: an action has a `kind`, a `type` and maybe a `requirement`.

interface ActionContext {
  readonly valibotAction: { readonly kind?: unknown; readonly type?: unknown; readonly requirement?: unknown };
  /** What the converter made of it, and what it could not. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly errors?: readonly string[] | undefined;
}

/** Options for the converter. `left` hears of the checks that only valibot can make. */
export function valibotOptions(left: (check: string) => void): Record<string, unknown> {
  return {
    overrideAction({
      valibotAction,
      jsonSchema,
      errors,
    }: ActionContext): Readonly<Record<string, unknown>> | undefined {
      const { kind, type, requirement } = valibotAction;
      if (kind !== "validation") return undefined;
      const pattern = requirement instanceof RegExp ? plainPattern(requirement) : undefined;
      if (pattern !== undefined && type !== "regex") {
        const { format: _, contentEncoding: __, pattern: before, ...rest } = jsonSchema;
        if (before === undefined || before === pattern) return { ...rest, pattern };
        const allOf = Array.isArray(rest.allOf) ? rest.allOf : [];
        return { ...rest, pattern, allOf: [...allOf, { pattern: before }] };
      }
      if (errors === undefined || errors.length === 0) return undefined;
      left(String(type));
      return jsonSchema;
    },
  };
}

/** The pattern of a regular expression without flags that matter; `undefined` when it cannot be said without them. */
function plainPattern({ source, flags }: RegExp): string | undefined {
  if (/[^uvi]/.test(flags)) return undefined;
  return flags.includes("i") ? inBothCases(source) : source;
}

/** One part of a pattern: an escape, a class, or anything else. */
const PART = /\\(?:[ux]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pPk]|.)|\[(?:\\.|[^\]\\])*\]|\(\?.|[\s\S]/gu;

/** A pattern that matches what `source` matches when the case of letters does not count; of ASCII patterns only. */
function inBothCases(source: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(source)) return undefined;
  const parts = source.match(PART) ?? [];
  if (parts.some((part) => /^\\[pPk1-9ux]/.test(part) || (part.startsWith("[") && /\\[pPux]/.test(part))))
    return undefined;
  return parts
    .map((part) => {
      if (/^[a-zA-Z]$/.test(part)) return `[${part.toLowerCase()}${part.toUpperCase()}]`;
      return part.startsWith("[") ? classInBothCases(part) : part;
    })
    .join("");
}

function classInBothCases(part: string): string {
  return part.replace(/\\.|([a-zA-Z])-([a-zA-Z])|[a-zA-Z]/g, (each, from?: string, to?: string) => {
    if (each.startsWith("\\")) return each;
    if (from === undefined || to === undefined) return `${each.toLowerCase()}${each.toUpperCase()}`;
    return `${from.toLowerCase()}-${to.toLowerCase()}${from.toUpperCase()}-${to.toUpperCase()}`;
  });
}
