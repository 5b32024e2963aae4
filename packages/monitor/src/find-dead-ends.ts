// Why a product may lead to a dead end: the part that keeps it from being decided. A product that is decided has none.

import type { DeadEnds } from "./dead-ends.js";
import { isFiniteAutomaton } from "./finite.js";
import type { Monitor } from "./monitor.js";

/** Returns the dead ends of a combination that is not a product: those of the first part that has any. */
export function deadEndsWithin(parts: readonly Pick<Monitor<never>, "deadEnds">[]): Pick<Monitor<never>, "deadEnds"> {
  const index = parts.findIndex(({ deadEnds }) => deadEnds !== undefined);
  if (index < 0) return {};
  return {
    deadEnds() {
      const inner = parts[index]!.deadEnds!();
      return { ...inner, path: [index, ...inner.path] };
    },
  };
}

/**
 * Explains why the product of `parts` may have dead ends: which part prevents a proof that there are none, and why.
 *
 * @param decides tests whether the product would be free of dead ends if the option `cost` were left out.
 */
export function deadEndsOf(parts: readonly [Monitor<unknown>, Monitor<unknown>], decides: () => boolean): DeadEnds {
  const at = (index: number, reason: string): DeadEnds => ({ path: [index], label: parts[index]!.label, reason });
  const language = parts.findIndex(({ intersection, whyUndecided }) => (intersection ?? whyUndecided) !== undefined);
  for (const [index, part] of parts.entries()) {
    // Beside a language that decides, a finite automaton may have dead ends: the language looks beyond them.
    const inner = language === 1 - index && isFiniteAutomaton(part) ? undefined : part.deadEnds?.();
    if (inner !== undefined) return { ...inner, path: [index, ...inner.path] };
    if (part.asks !== undefined) return at(index, "It asks questions, and the product is made before their answers.");
  }
  if (language < 0) {
    const open = parts.findIndex(({ trim }) => trim !== true);
    if (open >= 0) return at(open, "It does not promise that each of its states has a completion (`trim`).");
    return whole(
      "Neither part decides intersections, as languages of grammars, schemas and gaps do. If there are few states, `trimmed` makes the product an automaton.",
    );
  }
  const other = parts[1 - language]!;
  if (!isFiniteAutomaton(other))
    return at(
      1 - language,
      "It is not a finite automaton: it does not number its states (`table`), or has more than 4,096. If there are few states, `trimmed` makes it one.",
    );
  if (decides()) return whole("The option `cost` replaces the decision. Without it, the product is decided.");
  return at(
    language,
    parts[language]!.whyUndecided?.(other) ?? "It does not decide its intersection with the other part.",
  );
}

function whole(reason: string): DeadEnds {
  return { path: [], label: undefined, reason };
}
