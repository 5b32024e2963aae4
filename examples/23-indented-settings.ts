// A language with indentation, like a small part of YAML, and a gap in a file of it: nested settings, whose columns say what belongs to what.

import { literal, parseRegex } from "@espalier/automata";
import { createLexedLanguage, type LexemeKind } from "@espalier/gaps";
import { choice, nonterminal, plus, sequence, terminal } from "@espalier/grammar";
import { modelFolder } from "@espalier/tiny-fim";
import { check, fill, fillMiddle, loadModel } from "espalier";

const kind = (name: string, pattern: string, terminals = [name]): LexemeKind => {
  return { name, regex: name === pattern ? literal(name) : parseRegex(pattern), modes: ["line"], terminals };
};
const [name, colon, newline] = [terminal("NAME"), terminal(":"), terminal("NEWLINE")];
const value = sequence(choice(name, terminal("NUMBER")), newline);
const block = sequence(newline, terminal("INDENT"), plus(nonterminal("setting")), terminal("DEDENT"));
const settings = createLexedLanguage({
  grammar: {
    start: "file",
    rules: [
      { name: "file", body: plus(nonterminal("setting")) },
      { name: "setting", body: sequence(name, colon, choice(value, nonterminal("block"))) },
      { name: "block", body: block },
    ],
  },
  kinds: [kind("NAME", "[a-z]+"), kind("NUMBER", "[0-9]+"), kind(":", ":"), kind("blank", " +", [])],
  modes: [{ name: "line", lines: true }],
  layout: { newline: "NEWLINE", indent: "INDENT", dedent: "DEDENT", tab: 8, continuation: "none", deepest: 20 },
});

const [prefix, suffix] = ["server:\n  host: example\n  po", "\n  tls:\n    days: 90\nclient: ada\n"];
const gap = fillMiddle(settings, { prefix, suffix });
for (const middle of ["rt: 80", "rt:", "rt: 80\nlimits:\n  size: 9", "rt:\n   size: 9"])
  console.log(`${check(gap, middle).verdict.padEnd(10)} ${JSON.stringify(middle)}`);

const model = await loadModel(modelFolder, { threads: 1 });
for (const seed of [1, 2, 3]) {
  const sampling = { temperature: 0.8 };
  const { text } = await fill({ model, language: settings, prefix, suffix, maxTokens: 12, sampling, seed });
  console.log(`${check(settings, prefix + text + suffix).verdict.padEnd(10)} ${JSON.stringify(text)} by the model`);
}
await model.dispose();
