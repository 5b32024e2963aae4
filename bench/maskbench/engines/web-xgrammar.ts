// XGrammar in WebAssembly, as web-llm calls it: the defaults of compileJSONSchema. What one text leaves behind does not help the
// next, so there is one mode. A compile that fails ends in abort(), after which the module is not to be trusted: its process
// is replaced.

import type { Vocabulary } from "@espalier/vocabulary";
import { loadXgrammar, tokenizerInfo, xgrammarVersion } from "../../xgrammar.js";
import type { Compiled, Engine } from "../engine.js";
import { Refused } from "../protocol.js";

export async function openWebXgrammar(vocabulary: Vocabulary): Promise<Engine> {
  const info = await tokenizerInfo(vocabulary);
  const { GrammarCompiler, GrammarMatcher } = loadXgrammar();
  const end = vocabulary.ends[0]!;
  return {
    version: xgrammarVersion,
    modes: ["cold"],
    async compile(schema): Promise<Compiled> {
      // A compiler of its own each time: it remembers grammars.
      const compiler = await GrammarCompiler.createGrammarCompiler(info, false);
      const grammar = await compiler.compileJSONSchema(JSON.stringify(schema)).catch((error: unknown) => {
        throw new Refused({ code: "abort", message: String(error) });
      });
      return {
        async start() {
          const matcher = await GrammarMatcher.createGrammarMatcher(grammar);
          let bits: Int32Array;
          return {
            async mask() {
              bits = await matcher.getNextTokenBitmask();
              return undefined;
            },
            allows: (token) => ((bits[token >>> 5]! >>> token) & 1) === 1,
            commit: (token) => matcher.acceptToken(token),
            ends: () => ((bits[end >>> 5]! >>> end) & 1) === 1,
            dispose: () => matcher.dispose(),
          };
        },
        dispose() {
          grammar.dispose();
          compiler.dispose();
        },
      };
    },
  };
}
