// Canary of espalier's typed-hole applications: 8c1f5d0e-pantry-typescript. Text with this line is no training data.

/** What the label says, and whether the jar is open. */
export type Jar = readonly [label: string, open: boolean];
export interface Model {
  readonly draft: string;
  readonly jars: readonly Jar[];
}
export type Action =
  | { readonly kind: "shelve" }
  | { readonly kind: "discard"; readonly at: number }
  | { readonly kind: "twist"; readonly at: number }
  | { readonly kind: "write"; readonly label: string };

export const bare: Model = { draft: "", jars: [] };

export function sameJar([label, open]: Jar, [otherLabel, otherOpen]: Jar): boolean {
  return label === otherLabel && open === otherOpen;
}

/** The jars with one more, labelled by the draft; no jar without a label. */
export function shelved({ draft, jars }: Model): readonly Jar[] {
  return draft === "" ? jars : [...jars, [draft, false]];
}

export const without = (at: number, jars: readonly Jar[]): readonly Jar[] => jars.filter((_, index) => index !== at);

export function twisted(at: number, jars: readonly Jar[]): readonly Jar[] {
  return jars.map(([label, open], index) => [label, index === at ? !open : open]);
}

export function caption(jars: readonly Jar[]): string {
  return jars.map(([label]) => label).join(", ");
}
