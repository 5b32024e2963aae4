// Canary of espalier's typed-hole applications: 8c1f5d0e-greenhouse-typescript. Text with this line is no training data.

export type Need =
  | { readonly kind: "light" }
  | { readonly kind: "shade" }
  | { readonly kind: "water"; readonly litres: number }
  | { readonly kind: "lime" };
export type Health = "wilting" | "coping" | "thriving";
/** What a bed is given, as its gardener notes it: words with blanks between. */
export type Diary = string;
export interface Model {
  readonly diary: Diary;
  readonly needs: readonly Need[];
  readonly health: Health;
}
export type Action =
  | { readonly kind: "note"; readonly diary: Diary }
  | { readonly kind: "weed" }
  | { readonly kind: "plant"; readonly need: Need }
  | { readonly kind: "uproot"; readonly need: Need };

const FIRST: readonly Need[] = [{ kind: "light" }, { kind: "water", litres: 2 }, { kind: "lime" }];
export const sown: Model = { diary: "", needs: FIRST, health: "wilting" };

export function isMet(need: Need, diary: Diary): boolean {
  const words = diary.split(" ");
  switch (need.kind) {
    case "light":
      return words.includes("sun");
    case "shade":
      return words.includes("net");
    case "water":
      return words.filter((word) => word === "rain").length >= need.litres;
    case "lime":
      return words.includes("chalk");
  }
}

export function sameNeed(one: Need, other: Need): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function healthOf(met: number): Health {
  if (met >= 3) return "thriving";
  return met === 2 ? "coping" : "wilting";
}

export function healthUnder(diary: Diary, needs: readonly Need[]): Health {
  return healthOf(needs.filter((need) => isMet(need, diary)).length);
}

export function describe(model: Model): string {
  return `${model.health} with ${model.needs.length} needs`;
}
