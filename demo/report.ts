// What the demo shows on a terminal: samples side by side, and a table of what was counted. Pure text in, text out.

import { styleText } from "node:util";
import type { Run, Sample } from "./measure.js";
import type { Task } from "./tasks.js";

/** Adds colour, or nothing where there is no terminal. */
export type Paint = (style: "bold" | "dim" | "green" | "red" | "cyan", text: string) => string;

export const plain: Paint = (_, text) => text;
export const colored: Paint = (style, text) => styleText(style, text);

/** What was measured for one task. */
export interface Measured {
  readonly task: Task;
  readonly free: Run;
  readonly within: Run;
}

const SHOWN = 6;
const BAR = 20;

/** The task's heading, and some of its samples, free beside constrained. */
export function sampleReport({ task, free, within }: Measured, paint: Paint, width: number): string {
  const column = Math.floor((width - 5) / 2);
  const lines = [
    "",
    `${paint("bold", task.name)}  ${paint("dim", task.about)}`,
    "",
    `  ${paint("dim", "what the model says".padEnd(column))}   ${paint("dim", "within the language")}`,
  ];
  for (let n = 0; n < Math.min(SHOWN, free.samples.length); n++) {
    lines.push(`  ${cell(free.samples[n]!, column, paint)}   ${cell(within.samples[n]!, column, paint)}`);
  }
  lines.push("", `  ${validity(free, column, paint)}   ${validity(within, column, paint)}`);
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** One line a task: how much was valid, how fast, and what the masks cost. */
export function summary(measured: readonly Measured[], paint: Paint): string {
  const rows = measured.map(({ task, free, within }) => [
    task.name,
    percent(free.validity),
    percent(within.validity),
    free.tokensPerSecond.toFixed(0),
    within.tokensPerSecond.toFixed(0),
    percent(within.maskShare),
  ]);
  const head = ["", "valid, free", "valid, within", "tokens/s, free", "tokens/s, within", "time on masks"];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    cells.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join("   ");
  return [paint("dim", line(head)), ...rows.map(line)].join("\n");
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function validity(run: Run, width: number, paint: Paint): string {
  const text = `${percent(run.validity)} of ${run.samples.length} valid`;
  return `${bar(run.validity, paint)} ${text.padEnd(width - BAR - 1)}`;
}

function bar(share: number, paint: Paint): string {
  const full = Math.round(BAR * share);
  return paint("green", "█".repeat(full)) + paint("dim", "░".repeat(BAR - full));
}

/** A sample in a column: a mark, and the text cut to fit. */
function cell({ text, valid }: Sample, width: number, paint: Paint): string {
  const shown = [...text.replace(/\p{C}/gu, "·")];
  const room = width - 2;
  const fitted = shown.length > room ? `${shown.slice(0, room - 1).join("")}…` : shown.join("").padEnd(room);
  return valid ? `${paint("green", "✓")} ${fitted}` : `${paint("red", "✗")} ${paint("dim", fitted)}`;
}
