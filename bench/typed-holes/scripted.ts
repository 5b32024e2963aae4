// A scripted model, which writes from what it sees: the reference filling where the prompt has the names that it needs, and else one with names that it makes
// up; each of them with a member misspelt, unless a report has said that there is no such member. It knows no types; what it prefers, it writes byte by byte,
// and where a mask forbids a byte it goes on with what it likes next.

import { adversarialModel } from "@espalier/laws";
import type { Model } from "@espalier/model";
import type { RoundRequest } from "@espalier/typed-holes";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import type { Application } from "./applications.js";

const END = 256;
const VOCABULARY = vocabularyOfBytes(
  [...Array.from({ length: 256 }, (_, byte) => [byte]), { control: "<end>" }],
  ["<end>"],
);

export function scriptedModel({ filling, needed }: Application, prompt: string, { report }: RoundRequest): Model {
  const bytes = new TextEncoder();
  const known = (name: string): boolean => new RegExp(`(function|const) ${name}\\b`).test(prompt);
  const guessed = needed.reduce(
    (text, name) => (known(name) ? text : text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `make_${name.length}`)),
    filling,
  );
  const misspelt = guessed.replace(/(?<=\b[a-z]\w*)\.([a-z]\w*)/, ".$1s");
  const scripts = (report.includes("does not exist on type") ? [guessed] : [misspelt, guessed]).map((text) =>
    bytes.encode(text),
  );
  return adversarialModel(VOCABULARY, (ids) => {
    const text = ids.slice(1);
    return scripts
      .filter((script) => text.every((id, at) => script[at] === id))
      .flatMap((script) => [script[text.length] ?? END]);
  });
}
