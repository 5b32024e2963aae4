// Options for valibot's JSON Schema converter (`@valibot/to-json-schema`). By default the converter throws for checks
// that JSON Schema cannot express, although valibot runs them on every value anyway. It also uses format names whose
// meaning differs from JSON Schema's (valibot's `time` is hours and minutes; it accepts fewer e-mail addresses). These
// options leave such checks to valibot and replace such formats by valibot's own patterns. Valibot's objects are
// recognised by shape: an action has a `kind`, a `type` and possibly a `requirement`.

interface ActionContext {
  readonly valibotAction: { readonly kind?: unknown; readonly type?: unknown; readonly requirement?: unknown };
  /** What the converter produced, and the errors it reported. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly errors?: readonly string[] | undefined;
}

/** Creates the converter's options. `left` is called with each check that only valibot can make. */
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

/**
 * Returns the pattern of a regular expression without its flags; `undefined` if the flags change its meaning in a way
 * that no pattern without flags expresses.
 */
function plainPattern({ source, flags }: RegExp): string | undefined {
  if (/[^uvi]/.test(flags)) return undefined;
  return flags.includes("i") ? inBothCases(source) : source;
}

/** One part of a pattern: an escape, a class, or anything else. */
const PART = /\\(?:[ux]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pPk]|.)|\[(?:\\.|[^\]\\])*\]|\(\?.|[\s\S]/gu;

/** Returns a pattern that matches what `source` matches case-insensitively; only for ASCII patterns. */
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
