// Between what is there already: middles that connect a prefix to a suffix, with and without a model.

import { createDocument } from "@espalier/gaps";
import { modelFolder } from "@espalier/tiny-fim";
import { check, FillError, fill, fillMiddle, loadModel, python } from "espalier";

const language = python();
const [prefix, suffix] = ["def area(w, h):\n    return max((w, ", ")\n\nprint(area(2, 3))\n"];

// A gap is a language, that of the middles: checked as any other. Its witness is one way to the end, from wherever a text has got to.
const gap = fillMiddle(language, { prefix, suffix });
for (const middle of ["h), h * 2", "h", "]"]) console.log(middle.padEnd(10), check(gap, middle).verdict);
console.log("shortest  ", JSON.stringify(new TextDecoder().decode(gap.witness(gap.start))));

// Whatever the model writes, the file parses.
const model = await loadModel(modelFolder, { threads: 1 });
const { text } = await fill({ model, language, prefix, suffix, maxTokens: 16 });
console.log("model     ", JSON.stringify(text), check(language, prefix + text + suffix).verdict);
await model.dispose();

// An editor keeps a document, so that what an edit leaves as it was is not read again. Offsets are bytes.
const document = createDocument(language, prefix + suffix);
document.edit({ from: prefix.length, to: prefix.length, insert: "w h" });
console.log("problem   ", document.problem()?.message);

try {
  fillMiddle(language, { prefix: "total = $", suffix: "" });
} catch (error) {
  if (error instanceof FillError) console.log("no gap    ", error.code, `at ${error.line}:${error.column}`);
}
