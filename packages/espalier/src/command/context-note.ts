// What `espalier fill --explain-context` prints: what a model was shown of the repository, from where, why, and what was left out.

import type { Retrieved, ScanReport } from "@espalier/context";

/** How many files are named that could not be used. */
const MOST_NAMED = 10;

/** The context's text as the model saw it, a line for each piece of it, then what of the repository could not be read. */
export function contextNote(context: Retrieved, scan: ScanReport): string {
  const { blocks, tokens, budget, provenance, complete } = context;
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
  lines.push(`files of the repository: ${scan.added}`);
  const unused = [
    ...scan.skipped.map(({ path, reason }) => `left out: ${path} (${reason})`),
    ...scan.failed.map(({ path, message }) => `known by its words alone: ${path} (${message})`),
  ];
  lines.push(...unused.slice(0, MOST_NAMED));
  if (unused.length > MOST_NAMED) lines.push(`and ${unused.length - MOST_NAMED} more`);
  return `${lines.join("\n")}\n`;
}
