// A name from another file: wrong without the repository in the prompt, right with it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { modelFolder } from "@espalier/tiny-fim";
import { fill, loadModel, python, repository } from "espalier";

const folder = mkdtempSync(path.join(tmpdir(), "espalier-shop-"));
writeFileSync(
  path.join(folder, "store.py"),
  `class Store:
    def load_items(self, path):
        return open(path).read()

    def save_items(self, path):
        pass
`,
);

// The cursor stands after `load_` in main.py. That file need not be on disk.
const model = await loadModel(modelFolder, { threads: 1 });
const gap = {
  model,
  language: python(),
  prefix: "from store import Store\n\nstore = Store()\nitems = store.load_",
  suffix: "(path)\n",
  maxTokens: 2,
  scope: "inner",
  prompting: { path: "main.py" },
} as const;
console.log("without ", `store.load_${(await fill(gap)).text}(path)`);

const { text, context } = await fill({ ...gap, context: repository(folder) });
console.log("with    ", `store.load_${text}(path)`);

// What the model saw of the repository, and why.
for (const block of context?.blocks ?? []) console.log(`\n${block.path}, ${block.tokens} tokens:\n${block.text}\n`);
for (const { proposal, path: from, items, reason } of context?.provenance ?? [])
  if (items > 0) console.log(`${proposal} took ${items} from ${from}: ${reason}`);

await model.dispose();
rmSync(folder, { recursive: true });
