// Formats what monitors over a program asked, for people.

import type { AskedQuestion } from "@espalier/analysis";
import type { Timings } from "@espalier/decode";
import type { MonitorRecord } from "../program-monitors.js";

/**
 * Lists, for each monitor, the questions that it asked, those whose answers constrained the text, and those whose
 * answers did not, with the reason. The last line says how long the generation waited for answers, and how many tokens
 * it drafted in vain meanwhile.
 */
export function monitorNote(records: readonly MonitorRecord[], timings: Timings | undefined): string {
  const notes = records.map(({ name, asked }) => noteOf(name, asked)).join("");
  if (timings === undefined) return notes;
  return `${notes}  waited ${timings.answersMs.toFixed(0)} ms for answers; ${timings.droppedTokens} tokens read in vain meanwhile\n`;
}

function noteOf(name: string, asked: readonly AskedQuestion[]): string {
  const lines = new Map<string, number>();
  for (const { question, answer, reason } of asked) {
    const line = `${question}: ${answer === "closed" ? "constrained" : `abstained (${answer}): ${reason}`}`;
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  const remembered = asked.filter((each) => each.remembered).length;
  const took = asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const head = `${name}: ${asked.length} questions, ${remembered} remembered, ${took.toFixed(0)} ms\n`;
  return head + [...lines].map(([line, count]) => `  ${count} × ${line}\n`).join("");
}
