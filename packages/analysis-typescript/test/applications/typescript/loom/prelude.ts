// Canary of espalier's typed-hole applications: 8c1f5d0e-loom-typescript. Text with this line is no training data.

export type Yarn = string;
export type Warp = number;
export type Weft = number;
export type Cloth = readonly (readonly Yarn[])[];
export type Model = readonly [cloth: Cloth, shuttle: Yarn, basket: readonly Yarn[]];
export type Action =
  | { readonly kind: "thread"; readonly yarn: Yarn }
  | { readonly kind: "knot"; readonly warp: Warp; readonly weft: Weft }
  | { readonly kind: "unpick"; readonly warp: Warp; readonly weft: Weft }
  | { readonly kind: "unravel" }
  | { readonly kind: "shoot"; readonly warp: Warp };

const BLANK = ".";
export const strung: Model = [
  [
    [BLANK, BLANK, BLANK],
    [BLANK, BLANK, BLANK],
  ],
  "red",
  ["red", "blue", "gold", "grey"],
];

export const knotted = (cloth: Cloth, warp: Warp, weft: Weft, yarn: Yarn): Cloth =>
  cloth.map((row, at) => row.map((old, across) => (at === warp && across === weft ? yarn : old)));

export function unravelled(cloth: Cloth): Cloth {
  return cloth.map((row) => row.map(() => BLANK));
}

export function shot(cloth: Cloth, warp: Warp, yarn: Yarn): Cloth {
  return cloth.map((row, at) => (at === warp ? row.map(() => yarn) : row));
}

export function isBlank(cloth: Cloth): boolean {
  return cloth.every((row) => row.every((yarn) => yarn === BLANK));
}

export function widthOf(cloth: Cloth): number {
  return cloth[0]?.length ?? 0;
}

export function blank(): Yarn {
  return BLANK;
}
