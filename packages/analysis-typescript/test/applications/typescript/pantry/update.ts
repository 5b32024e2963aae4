import type { Action, Model } from "./prelude.js";
import { shelved, twisted, without } from "./prelude.js";

// A pantry with labelled jars: how it changes.
export const update: (model: Model, action: Action) => Model = /*‹*/ (model, action) => {
  switch (action.kind) {
    case "shelve":
      return { draft: "", jars: shelved(model) };
    case "discard":
      return { ...model, jars: without(action.at, model.jars) };
    case "twist":
      return { ...model, jars: twisted(action.at, model.jars) };
    case "write":
      return { ...model, draft: action.label };
  }
}; /*›*/
