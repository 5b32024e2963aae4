// What the front door has for Node alone: models and repositories on disk, and language servers. In a page, `page.ts` takes this file's place.

export { lsp } from "@espalier/analysis-lsp";
export { loadModel } from "./load-model.js";
export { repository } from "./repository.js";
