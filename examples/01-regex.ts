// A regular expression as a frame: whatever the model would say, what it does say matches.
//
// Run any example with `npx tsx --conditions=@espalier/source examples/01-regex.ts` from the root of the repository.

import { modelFolder } from "@espalier/tiny-fim";
import { complete, loadModel, regex } from "espalier";

const model = await loadModel(modelFolder, { threads: 1 });
const version = regex("(0|[1-9][0-9]?)\\.[0-9]{1,2}\\.[0-9]{1,2}(-(alpha|beta|rc)\\.[1-9])?");
const prompt = 'python = "3.9.1"\nnumpy = "1.26.0-rc.1"\nrequests = "';

for (const seed of [1, 2, 3]) {
  const options = { model, prompt, seed, maxTokens: 16, sampling: { temperature: 0.8 } };
  const free = await complete({ ...options, stop: ['"', "\n"] });
  const within = await complete({ ...options, language: version });
  console.log(`seed ${seed}   free: ${JSON.stringify(free.text).padEnd(40)} within: ${JSON.stringify(within.text)}`);
}
await model.dispose();
