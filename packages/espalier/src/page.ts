// The replacements for `node.ts` in a page. A page has no files, so these functions throw and say what to do instead.

import { ModelError } from "@espalier/model";
import type * as node from "./node.js";

/** @throws ModelError always: in a page, provide a {@link Model} of your own. */
export const loadModel: typeof node.loadModel = async () => {
  throw new ModelError(
    "runtime-missing",
    "loadModel reads a folder and needs Node. In a page, pass a Model of your own to generate, or use createDecoder on your own logits.",
  );
};

/** @throws ModelError always: a page has no folders. */
export const repository: typeof node.repository = () => {
  throw new ModelError(
    "runtime-missing",
    "repository reads a folder and needs Node. In a page, use createRepositoryIndex and retrieve of @espalier/context.",
  );
};

/** @throws ModelError always: a page cannot start programs. */
export const lsp: typeof node.lsp = () => {
  throw new ModelError(
    "runtime-missing",
    "lsp starts a language server and needs Node. In a page, pass monitors of your own: programMonitor of @espalier/analysis.",
  );
};
