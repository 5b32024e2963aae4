// Combines monitors over programs with a language for one hole.

import type { AskedQuestion, HoleMonitor, ProgramHole, ProgramMonitor } from "@espalier/analysis";
import { ArgumentError, having, type Kind, listOf } from "@espalier/arguments";
import type { Answering, GenerateOptions } from "@espalier/decode";
import { type Monitor, product } from "@espalier/monitor";

/** What one monitor asked for a hole. */
export interface MonitorRecord {
  readonly name: string;
  readonly asked: readonly AskedQuestion[];
}

export const monitorsKind: Kind = listOf(
  having("a monitor over a program, such as typescript({ ts, project })", { open: "function" }),
  1,
);

/** @throws ArgumentError if two monitors have the same name. */
export function openHoles(monitors: readonly ProgramMonitor[], hole: ProgramHole): readonly HoleMonitor[] {
  const holes = monitors.map((each) => each.open(hole));
  const names = new Set(holes.map(({ name }) => name));
  if (names.size === holes.length) return holes;
  throw new ArgumentError("wrong-type", "monitors", "monitors that are used together need different names.");
}

/** Returns what they asked, in order. */
export function recordsOf(holes: readonly HoleMonitor[]): readonly MonitorRecord[] {
  return holes.map(({ name, asked }) => ({ name, asked: asked() }));
}

/**
 * Returns the product of the language and all monitors in `holes`, and a function that answers the questions of these
 * monitors. `answer` answers all other questions.
 */
export function monitored<State>(
  language: Monitor<State> | undefined,
  holes: readonly HoleMonitor[],
  answer: Answering | undefined,
): Pick<GenerateOptions<State>, "monitor" | "answer"> {
  const parts = [
    ...(language === undefined ? [] : [language as Monitor<unknown>]),
    ...holes.map(({ monitor }) => monitor),
  ];
  const monitor = parts.reduce((all, each) => product(all, each) as Monitor<unknown>) as Monitor<State>;
  if (holes.length === 0) return { monitor, ...(answer && { answer }) };
  return {
    monitor,
    answer: (question, place) =>
      holes.find(({ name }) => question.key.startsWith(`${name} `))?.answer(question, place) ??
      answer?.(question, place),
  };
}
