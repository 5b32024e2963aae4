// The exports that only exist in Node: models and repositories on disk, language servers, and a compiler in a worker
// thread. In a page, `page.ts` replaces this file.

export { lsp } from "@espalier/analysis-lsp";
export { typescriptInWorker } from "@espalier/analysis-typescript";
export { loadModel } from "./load-model.js";
export { repository } from "./repository.js";
