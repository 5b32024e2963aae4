// Espalier itself, as a user gets it: a schema compiled with its defaults, a masker over the shared trie.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEngine, type Engine as Regexes } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { buildTrie, createMasker, type Mask } from "@espalier/trie";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import type { Compiled, Engine } from "../engine.js";
import { Refused } from "../protocol.js";

/** Any JSON: what a process that has written some JSON before has met of it. */
const SOME_JSON =
  '{"name": "a b\\n", "n": [0, -1, 12.5, 3e10], "nested": {"list": [true, false, null, "x", [], {}], "k": "y"}, "last": {"a": 1}}';

/**
 * Returns V8's collector of young objects, which no flag of the process needs to expose. A collection of all objects would
 * also drop the machine code of all closures that have died, and everything after it would be a fifth slower.
 */
function openCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: "minor" }) => void;
  return () => collect({ type: "minor" });
}

export function openOurs(vocabulary: Vocabulary): Engine {
  const collect = openCollector();
  const trie = buildTrie(vocabulary);
  const [end] = vocabulary.ends;
  const sample = longestTokens(vocabulary, SOME_JSON);
  let regexes = createEngine();

  /** A new engine that knows JSON, as llguidance's tables of the vocabulary do, and no schema. */
  function knowingJson(): Regexes {
    const engine = createEngine();
    const { language } = compileSchema(true, { engine });
    const masker = createMasker(trie, language);
    for (let pass = 0; pass < 2; pass++) {
      let state: number | undefined = language.start;
      for (const token of sample) {
        if (state === undefined) throw new Error("the sample is JSON");
        masker.mask(state);
        state = masker.push(state, token);
      }
    }
    return engine;
  }

  return {
    version: "this working tree",
    modes: ["cold", "warm", "second", "process", "budget"],
    prepare(mode) {
      if (mode === "process") return;
      regexes = knowingJson();
      // What preparing leaves behind is not the text's to pay for.
      collect();
    },
    compile(schema, mode): Compiled {
      const masker = (() => {
        try {
          // The process's own engine is what a user has who names none.
          const { language } = compileSchema(schema, mode === "process" ? {} : { engine: regexes });
          return createMasker(trie, language);
        } catch (error) {
          throw error instanceof SchemaError ? refused(error) : error;
        }
      })();
      return {
        start() {
          let state = masker.monitor.start;
          let mask: Mask;
          return {
            mask(budget) {
              mask = (mode === "budget" ? masker.maskWithin(state, budget) : masker.mask(state)).mask;
              return undefined;
            },
            allows: (token) => mask.has(token),
            commit(token) {
              const next = masker.push(state, token);
              if (next === undefined) return false;
              state = next;
              return true;
            },
            ends: () => mask.has(end!),
          };
        },
      };
    },
  };
}

/** An ASCII text by the longest token each time. */
function longestTokens(vocabulary: Vocabulary, text: string): readonly TokenId[] {
  const ids = new Map<string, TokenId>();
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes !== undefined) ids.set(Buffer.from(bytes).toString("latin1"), id);
  }
  const found: TokenId[] = [];
  for (let at = 0; at < text.length; ) {
    let end = text.length;
    while (end > at && !ids.has(text.slice(at, end))) end--;
    if (end === at) throw new Error(`no token spells ${JSON.stringify(text[at])}`);
    found.push(ids.get(text.slice(at, end))!);
    at = end;
  }
  return found;
}

function refused(error: SchemaError): Refused {
  const [issue] = error.issues;
  const { keyword, pointer } = issue ?? {};
  return new Refused({
    code: issue === undefined ? error.code : `${error.code}: ${issue.code}`,
    ...(keyword === undefined ? {} : { keyword }),
    ...(pointer === undefined ? {} : { pointer }),
    message: error.message,
  });
}
