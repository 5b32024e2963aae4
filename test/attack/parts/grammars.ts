// Random grammars: every mask along random texts is llguidance's, or differs as the ledger of test/judges/llguidance explains.
import { readFileSync } from "node:fs";
import { members, nearMisses, type Symbols } from "@espalier/laws";
import { buildTrie } from "@espalier/trie";
import { readTokenizerJson } from "@espalier/vocabulary";
import fc from "fast-check";
import { type Compared, compareAlong, lineOf } from "../../judges/llguidance/along.js";
import { type Subject, subjectOf } from "../../judges/llguidance/compare.js";
import { grammars as randomGrammars } from "../../judges/llguidance/random.js";
import { JudgeEnded, startJudge, tokenizerPath, whyNoJudge } from "../../judges/llguidance/worker.js";
import { type Counts, type Part, tally } from "../part.js";
import { Finding, isTypedRefusal, smallestFailure } from "../smallest.js";

const GRAMMARS = 60;

const ledgerFile = new URL("../../judges/llguidance/ledger.json", import.meta.url);
const bytesOf = (text: string): Symbols => [...new TextEncoder().encode(text)];
const scraps = fc.string({ unit: fc.constantFrom("a", "b", "c", "_", "é", "ab", " "), maxLength: 10 }).map(bytesOf);

export const grammars: Part = {
  name: "grammars",
  about: "masks along random texts of random grammars; llguidance",
  async open() {
    const missing = whyNoJudge();
    if (missing !== undefined) return missing;
    const { kinds } = JSON.parse(readFileSync(ledgerFile, "utf8")) as { kinds: Readonly<Record<string, string>> };
    let by = await startJudge();
    let closed = false;
    const trie = buildTrie(readTokenizerJson(readFileSync(tokenizerPath, "utf8"), { ends: ["<|endoftext|>"] }));
    const idOf = new Map(by.opened.tokens.map((bytes, id) => [bytes?.length === 1 ? bytes[0] : undefined, id]));
    const tried = bytesOf("abc_ éèA").map((byte) => idOf.get(byte)!);
    const compared: Compared = { positions: 0, alike: 0 };
    const counts: Counts = { grammars: 0, refused: 0, masks: 0, "known differences": 0, "without a judge": 0 };

    async function subject(grammar: string): Promise<Subject | undefined> {
      try {
        return subjectOf(grammar, trie, 1_000);
      } catch (error) {
        if (!isTypedRefusal(error)) throw error;
        tally(counts, "refused");
        if (error.code !== "empty-language") return undefined;
        const { found } = await by.finish(grammar, [], { tokens: tried, states: 300, length: 8 });
        if (found !== undefined) throw new Finding(`refused as empty, but llguidance writes tokens ${found.join()}`);
        return undefined;
      }
    }

    /** A law whose judge may take too long, and is started again then. */
    async function judged(grammar: string, seed: number): Promise<void> {
      try {
        await law(grammar, seed);
      } catch (error) {
        if (!(error instanceof JudgeEnded)) throw error;
        // A law that the time limit cut off may still wait for its answer.
        if (closed) return;
        tally(counts, "without a judge");
        by = await startJudge();
      }
    }

    async function law(grammar: string, seed: number): Promise<void> {
      tally(counts, "grammars");
      const opened = await subject(grammar);
      if (opened === undefined) return;
      const drawn = members(opened.language, { symbols: 14 });
      try {
        const texts = [
          ...fc.sample(drawn, { numRuns: 6, seed }),
          ...fc.sample(nearMisses(drawn), { numRuns: 4, seed }),
          ...fc.sample(scraps, { numRuns: 5, seed }),
        ];
        const verdicts = await compareAlong(opened, texts, by, compared);
        counts.masks = compared.positions;
        if (typeof verdicts === "string") throw new Finding(`llguidance refuses it: ${verdicts}`);
        const unknown = verdicts.filter(([, { kind }]) => !(kind in kinds));
        tally(counts, "known differences", verdicts.length - unknown.length);
        if (unknown.length > 0)
          throw new Finding(unknown.map(([one, verdict]) => lineOf(one, verdict, trie)).join("\n"));
      } catch (error) {
        // A language that needs more than the limits to tell what can be completed is refused late.
        if (!(error as Error).name.endsWith("LimitError")) throw error;
        tally(counts, "refused");
      }
    }

    return {
      counts,
      round: (seed, milliseconds) =>
        smallestFailure(randomGrammars, (grammar) => judged(grammar, seed), {
          seed,
          runs: GRAMMARS,
          milliseconds,
          show: (grammar) => grammar,
        }),
      close() {
        closed = true;
        by.close();
      },
    };
  },
};
