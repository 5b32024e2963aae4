// The environment of a command: its input, its output, and interrupts. It is a value, so that commands run the same way
// in tests and in a terminal.

import type { Readable, Writable } from "node:stream";
import picocolors from "picocolors";

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Surroundings {
  readonly version: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** After this call, an interrupt (Ctrl-C) aborts the signal instead of ending the process. */
  readonly interrupted: () => AbortSignal;
  /** Prepares the process for a command that ends soon. */
  readonly hurry?: () => void;
}

/** Writes, and waits for a slow reader. */
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

/** Returns colours for a terminal unless NO_COLOR is set; plain text otherwise. */
export function colorsFor(output: Output): Colors {
  return picocolors.createColors(output.isTTY === true && (process.env.NO_COLOR ?? "") === "");
}
