// The output of `espalier fill --explain-context`: what a model was shown of the repository, where it comes from, why,
// and what was omitted.

import type { Retrieved, ScanReport } from "@espalier/context";

/** The most unusable files that are named. */
const MOST_NAMED = 10;

/**
 * Returns the context's text as shown to the model, with a line for each piece, followed by what could not be read of
 * the repository.
 */
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
    const rest = out.length === 0 ? "" : `; omitted: ${out.join(", ")}`;
    lines.push(`${rank}. ${proposal} ${path}: ${items} shown, ${own} tokens (${reason})${rest}`);
  }
  lines.push(`files of the repository: ${scan.added}`);
  const unused = [
    ...scan.skipped.map(({ path, reason }) => `omitted: ${path} (${reason})`),
    ...scan.failed.map(({ path, message }) => `known by its words alone: ${path} (${message})`),
  ];
  lines.push(...unused.slice(0, MOST_NAMED));
  if (unused.length > MOST_NAMED) lines.push(`and ${unused.length - MOST_NAMED} more`);
  return `${lines.join("\n")}\n`;
}
