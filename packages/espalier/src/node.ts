// The exports that only exist in Node: models and repositories on disk, and language servers. In a page, `page.ts`
// replaces this file.

export { lsp } from "@espalier/analysis-lsp";
export { loadModel } from "./load-model.js";
export { repository } from "./repository.js";
