// What a command works with: where it reads, where it writes, and how it is interrupted. A value, so that commands run in a
// test as they run in a terminal.

import type { Readable, Writable } from "node:stream";
import picocolors from "picocolors";

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Surroundings {
  readonly version: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** From the call on, an interrupt (Ctrl-C) aborts the signal instead of ending the process. */
  readonly interrupted: () => AbortSignal;
  /** From the call on, the process is set up for a command that ends soon. */
  readonly hurry?: () => void;
}

/** Writes, and waits where the reader is slower. */
export async function write(to: Output, text: string): Promise<void> {
  if (text === "" || to.write(text)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      to.off("drain", done).off("close", done);
      resolve();
    };
    to.once("drain", done).once("close", done);
  });
}

export async function writeJson(to: Output, value: unknown): Promise<void> {
  await write(to, `${JSON.stringify(value)}\n`);
}

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours on a terminal, unless NO_COLOR asks for none; elsewhere plain text. */
export function colorsFor(output: Output): Colors {
  return picocolors.createColors(output.isTTY === true && (process.env.NO_COLOR ?? "") === "");
}
