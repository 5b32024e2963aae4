// Names from a service after a dot: a monitor asks, the service answers while the model runs, and only names that it knows are written.

import type { Monitor } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { complete, loadModel } from "espalier";

interface At {
  readonly word: string;
  readonly of?: string | undefined; // what stands before the dot
  readonly names?: readonly string[] | undefined;
}
const fits = (at: At): At | undefined =>
  at.names?.some((name) => name.startsWith(at.word)) === false ? undefined : at;
const dotted: Monitor<At> = {
  start: { word: "" },
  step({ word, of, names }, byte) {
    const next = String.fromCharCode(byte);
    if (/\w/.test(next)) return fits({ word: word + next, of, names });
    if (names?.includes(word) === false) return undefined;
    return next === "." ? { word: "", of: word } : { word: "" };
  },
  accepts: ({ word, names }) => names?.includes(word) !== false,
  asks: ({ of, names }) => (of !== undefined && names === undefined ? [{ key: of }] : []),
  supply: (at, { key }, answer) =>
    key !== at.of || at.names !== undefined
      ? at
      : fits({ word: at.word, of: answer === undefined ? undefined : key, names: answer as string[] | undefined }),
};

// The service. Of what it does not know it says so, and then any name may follow.
const known: Readonly<Record<string, string[]>> = { os: ["getcwd", "path"], path: ["exists", "join"] };
let requested: string[] = [];
async function answer({ key }: { readonly key: string }) {
  requested = [...requested, key];
  return known[key];
}

const model = await loadModel(modelFolder, { threads: 1 });
const prompt = "import os\n\n\ndef read(name):\n    path = os.";
for (const seed of [1, 2, 3]) {
  requested = [];
  const options = { from: { word: "", of: "os" }, sampling: { temperature: 0.8 }, seed, maxTokens: 16 };
  const { text } = await complete({ model, prompt, language: dotted, answer, ...options });
  console.log(`os.${text.split("\n")[0]}   asked: ${requested.join(", ")}`);
}
await model.dispose();
