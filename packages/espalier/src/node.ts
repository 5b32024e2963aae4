// What the front door has for Node alone: models and repositories on disk. In a page, `page.ts` takes this file's place.

export { loadModel } from "./load-model.js";
export { repository } from "./repository.js";
