// What `espalier fill --explain-context` prints: what a model was shown of the repository, from where, why, and what was left out.

import type { Retrieved } from "@espalier/context";

/** The context's text as the model saw it, then a line for each piece of it. */
export function contextNote({ blocks, tokens, budget, provenance, complete }: Retrieved): string {
  const late = complete ? "" : ", cut off by its deadline";
  const lines = [`context: ${tokens} of ${budget} tokens${late}`];
  for (const block of blocks) {
    lines.push(`--- ${block.path} (${block.tokens} tokens)`, block.text);
  }
  lines.push("---");
  for (const piece of provenance) {
    const { proposal, path, reason, items, tokens: own, rank, dropped } = piece;
    const left = [
      [dropped.inWindow, "in the file's own text"],
      [dropped.shownAlready, "shown already"],
      [dropped.overBudget, "over the budget"],
    ] as const;
    const out = left.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
    const rest = out.length === 0 ? "" : `; left out: ${out.join(", ")}`;
    lines.push(`${rank}. ${proposal} ${path}: ${items} shown, ${own} tokens (${reason})${rest}`);
  }
  return `${lines.join("\n")}\n`;
}
