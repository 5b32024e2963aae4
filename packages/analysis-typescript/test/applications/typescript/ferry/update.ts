import type { Action, Model } from "./prelude.js";
import { passagesOf, refunded } from "./prelude.js";

// A ferry's ticket desk: how it changes.
export const update: (model: Model, action: Action) => Model = /*‹*/ (model, action) => {
  const [desk, , next] = model;
  const passages = passagesOf(model);
  switch (action.kind) {
    case "embark":
      return [desk, [...passages, [[action.tide, action.from], action.skipper, next]], next + 1];
    case "refund":
      return [desk, refunded(action.skipper, action.ticket, passages), next];
    case "storm":
      return [desk, [], next];
  }
}; /*›*/
