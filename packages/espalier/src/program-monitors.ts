// Monitors over programs, put together with a language for one hole.

import type { AskedQuestion, HoleMonitor, ProgramMonitor } from "@espalier/analysis";
import { ArgumentError } from "@espalier/arguments";
import type { Answering, GenerateOptions } from "@espalier/decode";
import { type Monitor, product } from "@espalier/monitor";

/** What one monitor asked for a hole. */
export interface MonitorRecord {
  readonly name: string;
  readonly asked: readonly AskedQuestion[];
}

/** Where the hole is. */
interface Place {
  readonly prefix: string;
  readonly suffix: string;
  readonly prompting?: { readonly path?: string };
}

/** @throws ArgumentError where two monitors have one name. */
export function openHoles(
  monitors: readonly ProgramMonitor[],
  { prefix, suffix, prompting }: Place,
): readonly HoleMonitor[] {
  const holes = monitors.map((each) => each.open({ path: prompting!.path!, prefix, suffix }));
  const names = new Set(holes.map(({ name }) => name));
  if (names.size === holes.length) return holes;
  throw new ArgumentError("wrong-type", "monitors", "monitors that are used together need different names.");
}

/** The monitor of all of them, and what answers their questions; `answer` answers the others. */
export function monitored(
  language: Monitor<number> | undefined,
  holes: readonly HoleMonitor[],
  answer: Answering | undefined,
): Pick<GenerateOptions<number>, "monitor" | "answer"> {
  const parts = [
    ...(language === undefined ? [] : [language as Monitor<unknown>]),
    ...holes.map(({ monitor }) => monitor),
  ];
  const monitor = parts.reduce((all, each) => product(all, each) as Monitor<unknown>) as Monitor<number>;
  if (holes.length === 0) return { monitor, ...(answer && { answer }) };
  return {
    monitor,
    answer: (question, place) =>
      holes.find(({ name }) => question.key.startsWith(`${name} `))?.answer(question, place) ??
      answer?.(question, place),
  };
}
