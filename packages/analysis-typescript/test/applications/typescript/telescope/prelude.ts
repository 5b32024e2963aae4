// Canary of espalier's typed-hole applications: 8c1f5d0e-telescope-typescript. Text with this line is no training data.

export type Star = number;
export type Mount =
  | { readonly kind: "tracking"; readonly star: Star }
  | { readonly kind: "held"; readonly star: Star }
  | { readonly kind: "stowed" };
export type Model = readonly [catalogue: readonly Star[], mount: Mount];
export type Action =
  | { readonly kind: "track"; readonly star: Star }
  | { readonly kind: "hold" }
  | { readonly kind: "strike"; readonly star: Star }
  | { readonly kind: "chart"; readonly star: Star };

export function starsOf([catalogue]: Model): readonly Star[] {
  return catalogue;
}

export function mountOf([, mount]: Model): Mount {
  return mount;
}

export function isOn(star: Star, mount: Mount): boolean {
  return mount.kind !== "stowed" && mount.star === star;
}

export function magnitude(star: Star): string {
  return star.toFixed(1);
}
