// Where the model's files lie: the folder of this module, in the layout of a model exported for transformers.js.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const modelFolder = dirname(fileURLToPath(import.meta.url));
