// What a long run has found so far: a line to standard error, and the whole result to a file, so that a run that is cut off still counts.

import { renameSync, writeFileSync } from "node:fs";

export interface Progress {
  /** Says how far the run is. Every so many steps, it also writes the result so far. */
  step(done: number): void;
  /** Writes the final result to standard output, and to the file if there is one. */
  end(): void;
}

/**
 * @param of the number of steps in the whole run.
 * @param every the number of steps between two reports.
 * @param result the result so far.
 * @param file where to write the results; `undefined` if only the final result is wanted. The file is always complete JSON.
 */
export function createProgress(of: number, every: number, result: () => object, file: string | undefined): Progress {
  function save(): string {
    const text = `${JSON.stringify(result(), undefined, 2)}\n`;
    if (file === undefined) return text;
    // A reader, or a run that is ended here, must never see half a file.
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
    return text;
  }

  return {
    step(done: number): void {
      if (done % every !== 0) return;
      process.stderr.write(`${done} of ${of}\n`);
      if (file !== undefined) save();
    },
    end(): void {
      process.stdout.write(save());
    },
  };
}
