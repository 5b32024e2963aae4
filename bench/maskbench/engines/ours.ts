// Espalier itself, as a user gets it: a schema compiled with its defaults, a masker over the shared trie.

import { createEngine } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { createMasker, type Mask } from "@espalier/trie";
import type { Compiled, Engine } from "../engine.js";
import { Refused } from "../protocol.js";
import { llama3Trie } from "../vocabulary.js";

export function openOurs(): Engine {
  const trie = llama3Trie();
  const [end] = trie.vocabulary.ends;
  return {
    version: "this working tree",
    modes: ["cold", "warm", "second", "process"],
    compile(schema, mode): Compiled {
      const masker = (() => {
        try {
          // The process's own engine is what a user has who names none.
          const { language } = compileSchema(schema, mode === "process" ? {} : { engine: createEngine() });
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
            mask() {
              mask = masker.mask(state).mask;
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
