// While the compiler answers, a model in another thread is at work: its next step begins before the compiler occupies the thread of the generation, wherever in a
// token the question arises.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { typescript } from "@espalier/analysis-typescript";
import { complete } from "@espalier/decode";
import { createVocabulary } from "@espalier/vocabulary";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { scriptedModel } from "./support/scripted-model.js";

test.each([
  ["at the end of a token", ["user", ".", "name", ";"]],
  ["inside a token", ["user", ".na", "me", ";"]],
  ["inside a token that completes it", ["user", ".name;", "f", ";"]],
])("a question %s", async (_, tokens) => {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-answers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ files: [] }));
  const events: string[] = [];
  // The compiler asks the file system for the file that imports name, so its work begins there.
  const system: ts.System = {
    ...ts.sys,
    fileExists(file) {
      if (file.includes("nowhere") && events.at(-1) !== "compiler") events.push("compiler");
      return ts.sys.fileExists(file);
    },
  };
  const monitor = typescript({ ts, system, project: folder });
  onTestFinished(() => monitor.dispose());
  const prefix = 'import "./nowhere";\nconst user = { name: 1 };\n';
  const hole = monitor.open({ path: path.join(folder, "a.ts"), prefix });
  const words = [...new Set(tokens)].map((bytes, id) => ({ id, bytes }));
  const vocabulary = createVocabulary({
    tokens: [...words, { id: words.length, control: "<end>" }],
    ends: [words.length],
  });
  const model = scriptedModel(vocabulary, tokens.join(""));
  const session = model.session.bind(model);
  const { text } = await complete({
    model: {
      ...model,
      session() {
        const its = session();
        return {
          ...its,
          get length() {
            return its.length;
          },
          append(ids, signal) {
            events.push("model");
            return its.append(ids, signal);
          },
        };
      },
    },
    ...{ prompt: [0], monitor: hole.monitor, answer: hole.answer.bind(hole), maxTokens: tokens.length },
  });
  expect(text).toBe(tokens.join(""));
  // Up to the token with the question, and one step more.
  const steps = tokens.findIndex((token) => token.includes(".")) + 2;
  expect(events.indexOf("compiler")).toBe(steps);
});
