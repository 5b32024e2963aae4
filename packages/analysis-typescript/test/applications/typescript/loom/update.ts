import type { Action, Model } from "./prelude.js";
import { blank, knotted, shot, unravelled } from "./prelude.js";

// A loom on which cloth is woven: how it changes.
export const update: (model: Model, action: Action) => Model = /*‹*/ ([cloth, shuttle, basket], action) => {
  switch (action.kind) {
    case "thread":
      return [cloth, action.yarn, basket];
    case "knot":
      return [knotted(cloth, action.warp, action.weft, shuttle), shuttle, basket];
    case "unpick":
      return [knotted(cloth, action.warp, action.weft, blank()), shuttle, basket];
    case "unravel":
      return [unravelled(cloth), shuttle, basket];
    case "shoot":
      return [shot(cloth, action.warp, shuttle), shuttle, basket];
  }
}; /*›*/
