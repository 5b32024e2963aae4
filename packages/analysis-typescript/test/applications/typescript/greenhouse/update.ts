import type { Action, Model } from "./prelude.js";
import { healthUnder, sameNeed } from "./prelude.js";

// A bed of a greenhouse and what its plants need: how it changes.
export const update: (model: Model, action: Action) => Model = /*‹*/ (model, action) => {
  switch (action.kind) {
    case "note":
      return { ...model, diary: action.diary, health: healthUnder(action.diary, model.needs) };
    case "weed":
      return { ...model, needs: [], health: healthUnder(model.diary, []) };
    case "plant": {
      const needs = [...model.needs, action.need];
      return { ...model, needs, health: healthUnder(model.diary, needs) };
    }
    case "uproot": {
      const needs = model.needs.filter((need) => !sameNeed(need, action.need));
      return { ...model, needs, health: healthUnder(model.diary, needs) };
    }
  }
}; /*›*/
