import type { Action, Model } from "./prelude.js";
import { isOn, mountOf, starsOf } from "./prelude.js";

// A telescope and its catalogue of stars: how it changes.
export const update: (model: Model, action: Action) => Model = /*‹*/ (model, action) => {
  const stars = starsOf(model);
  const mount = mountOf(model);
  switch (action.kind) {
    case "track":
      return [stars, { kind: "tracking", star: action.star }];
    case "hold":
      return [stars, mount.kind === "tracking" ? { kind: "held", star: mount.star } : mount];
    case "strike":
      return [stars.filter((star) => star !== action.star), isOn(action.star, mount) ? { kind: "stowed" } : mount];
    case "chart":
      return [[...stars, action.star], mount];
  }
}; /*›*/
