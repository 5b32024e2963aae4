// The laws of soft monitors, which change logits but forbid nothing. The caller passes a function that generates text
// with them, because generation needs a decoder.

import { callable, checkArgument, integer, listOf, optionally, options, signature } from "@espalier/arguments";
import type { Model } from "@espalier/model";
import { type Monitor, product, run, top } from "@espalier/monitor";
import { type TokenId, utf8Decode } from "@espalier/vocabulary";
import { draws } from "./algebra/draws.js";
import { symbolsIn, vocabularyOf } from "./algebra/text-laws.js";
import { randomModel } from "./fake-model.js";
import { type CheckOptions, LawError, tryLawInTime } from "./law-error.js";

/** A text to generate. */
export interface SoftRequest {
  readonly model: Model;
  /** The constraint on the text. */
  readonly monitor: Monitor<unknown>;
  /** The soft monitors, and by how many logits each lowers a token. */
  readonly soft: readonly { readonly monitor: Monitor<unknown>; readonly penalty: number }[];
  readonly maxTokens: number;
}

/** What was tested. */
export interface SoftReport {
  /** Texts that a penalty changed. */
  readonly changed: number;
  readonly trials: number;
}

const idsKind = listOf(integer({ min: 0 }));
const checkCheckSoft = signature("checkSoft", {
  write: callable,
  options: optionally(options({ runs: integer({ min: 0 }), seed: integer() })),
});

/**
 * Tests three laws of soft monitors, `runs` (100) times each, on the most likely text, which `write` generates: a soft
 * monitor with penalty 0 changes nothing; a soft monitor that allows every text changes nothing; and with any penalty,
 * the text still satisfies the hard constraint. `write` returns the ids of the text, without an end token.
 *
 * @throws LawError with the smallest counter-example found.
 * @throws ArgumentError if `write` does not return a list of ids.
 *
 * @example
 * await checkSoft(async () => [], { runs: 3 }); // => { changed: 0, trials: 3 }
 */
export async function checkSoft(
  write: (request: SoftRequest) => PromiseLike<readonly TokenId[]>,
  options: CheckOptions = {},
): Promise<SoftReport> {
  checkCheckSoft(write, options);
  const every = top as Monitor<unknown>;
  let [changed, trials] = [0, 0];
  await tryLawInTime(draws, options, async ({ automata: [m, n, o], tokens, texts }) => {
    const vocabulary = vocabularyOf(tokens, "with-bytes");
    const rules = product(m!, n!) as Monitor<unknown>;
    const monitor = rules.accepts(rules.start) ? rules : every;
    const model = randomModel(vocabulary, texts.join("|").length + 31 * tokens.length);
    const written = async (soft: SoftRequest["soft"]): Promise<string> => {
      const ids: unknown = await write({ model, monitor, soft, maxTokens: 8 });
      checkArgument("checkSoft", "write(request)", ids, idsKind);
      const bytes = (ids as TokenId[]).flatMap((id) => [...(vocabulary.bytes(id) ?? [])]);
      if (run(monitor, Uint8Array.from(bytes)) === undefined)
        throw new LawError("soft", "the monitor does not read the text", { text: bytes });
      return utf8Decode(Uint8Array.from(bytes));
    };
    const free = await written([]);
    for (const [what, soft] of [
      ["a penalty of 0", { monitor: o!, penalty: 0 }],
      ["a monitor of every text", { monitor: every, penalty: 5 }],
    ] as const) {
      const text = await written([soft]);
      if (text !== free)
        throw new LawError("soft", `${what} changes the text to ${JSON.stringify(text)}`, { text: symbolsIn(free) });
    }
    if ((await written([{ monitor: o!, penalty: 5 }])) !== free) changed++;
    trials++;
  });
  return { changed, trials };
}
