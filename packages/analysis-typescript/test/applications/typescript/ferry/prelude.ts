// Canary of espalier's typed-hole applications: 8c1f5d0e-ferry-typescript. Text with this line is no training data.

export type Tide = "ebb" | "flood" | "slack";
export type Pier = "north" | "south";
export type Sailing = readonly [tide: Tide, from: Pier];
export type Skipper = string;
export type Ticket = number;
export type Passage = readonly [sailing: Sailing, skipper: Skipper, ticket: Ticket];
export type Desk = readonly [sailing: Sailing, skipper: Skipper];
export type Model = readonly [desk: Desk, passages: readonly Passage[], next: Ticket];
export type Action =
  | { readonly kind: "embark"; readonly skipper: Skipper; readonly tide: Tide; readonly from: Pier }
  | { readonly kind: "refund"; readonly skipper: Skipper; readonly ticket: Ticket }
  | { readonly kind: "storm" };

export const openDesk: Desk = [["slack", "north"], ""];
export const morning: Model = [openDesk, [], 0];

export function passagesOf([, passages]: Model): readonly Passage[] {
  return passages;
}

export function isTaken(ticket: Ticket, passages: readonly Passage[]): boolean {
  return passages.some(([, , taken]) => taken === ticket);
}

export function aboard(skipper: Skipper, passages: readonly Passage[]): readonly Passage[] {
  return passages.filter(([, booked]) => booked === skipper);
}

export function refunded(skipper: Skipper, ticket: Ticket, passages: readonly Passage[]): readonly Passage[] {
  return passages.filter(([, booked, taken]) => booked !== skipper || taken !== ticket);
}

export function nameOf(tide: Tide): string {
  return `${tide} tide`;
}
