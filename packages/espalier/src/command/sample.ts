// `espalier sample`: prints random sentences of a language.

import type { Monitor } from "@espalier/monitor";
import { createSampler } from "../sample.js";
import { EXIT, type Exit } from "./failure.js";
import { requiredLanguage } from "./grammar.js";
import type { GrammarOptions } from "./grammar-options.js";
import { type Surroundings, write, writeJson } from "./surroundings.js";

export interface SampleCommandOptions extends GrammarOptions {
  readonly count: number;
  readonly seed?: number;
  readonly maxLength: number;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export async function runSample(options: SampleCommandOptions, surroundings: Surroundings): Promise<Exit> {
  const { stdout } = surroundings;
  const language = (await requiredLanguage(options, surroundings)) as Monitor<number>;
  const { seed = Math.floor(Math.random() * 0x100000000), maxLength, count } = options;
  const draw = createSampler(language, { seed, maxBytes: maxLength });
  if (options.json === true) {
    await writeJson(stdout, { seed, samples: Array.from({ length: count }, draw) });
    return EXIT.yes;
  }
  for (let n = 0; n < count && !stdout.destroyed; n++) {
    if (options.jsonl === true) await writeJson(stdout, { text: draw() });
    else await write(stdout, `${onOneLine(draw())}\n`);
  }
  return EXIT.yes;
}

/** Escapes line breaks and other control characters as in JSON; leaves everything else unchanged. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : escaped;
  });
}
