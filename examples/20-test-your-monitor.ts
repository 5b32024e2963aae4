// A monitor is a program, too. The laws find a key that says too little, and say where; without a key they suggest one.

import { checkMonitor } from "@espalier/laws";
import { type Monitor, monitorOf } from "@espalier/monitor";

interface Line {
  readonly indent: number;
  readonly inWord: boolean;
}

/** Lines that begin with at most four blanks. */
const lines = {
  start: { indent: 0, inWord: false },
  step({ indent, inWord }: Line, byte: number): Line | undefined {
    if (byte === 0x0a) return { indent: 0, inWord: false };
    if (byte === 0x20 && !inWord) return indent < 4 ? { indent: indent + 1, inWord } : undefined;
    return byte === 0x20 || (byte >= 0x61 && byte <= 0x7a) ? { indent, inWord: true } : undefined;
  },
  accepts: () => true,
  trim: true,
};
const monitors: Readonly<Record<string, Monitor<Line>>> = {
  "no key": monitorOf(lines),
  "a key that forgets": monitorOf({ ...lines, key: ({ indent }) => indent }),
  "a key": monitorOf({ ...lines, key: ({ indent, inWord }) => (inWord ? -1 : indent) }),
};
for (const [name, monitor] of Object.entries(monitors)) {
  try {
    const { states, suggestions } = checkMonitor(monitor, { seed: 1 });
    console.log(`${name}: ${states} states${suggestions.length > 0 ? `; ${suggestions[0]}` : ""}`);
  } catch (error) {
    console.log(`${name}: ${(error as Error).message.split("\n")[0]}`);
  }
}
