// Values of every kind, to be passed where others are meant.

/** A value that no function takes, but where it takes anything. */
export const NEVER_MEANT = Symbol("misuse");

/** Values that plain JavaScript passes by mistake. No large numbers: as counts and limits they are right, and what they ask for takes for ever. */
export function wrongValues(): readonly unknown[] {
  return [
    undefined,
    null,
    true,
    false,
    0,
    5,
    -1,
    1.5,
    Number.NaN,
    "x",
    "",
    "x".repeat(5_000),
    NEVER_MEANT,
    10n,
    () => 5,
    {},
    [],
    [undefined],
    [{}],
    [[]],
    [-1],
    ["x"],
    { length: 3 },
    { x: 1 },
    Object.create(null),
    new Date(0),
    new Map(),
    new Set(["x"]),
    /x/u,
    new Uint8Array(2),
    new Float32Array(2),
    Promise.resolve(1),
  ];
}

/** A value in a few words, also where it cannot be turned into a text. */
export function shown(value: unknown): string {
  try {
    if (typeof value === "string") return JSON.stringify(value.slice(0, 20));
    if (typeof value === "object" && value !== null) {
      const text = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each)) ?? "";
      return `${value.constructor?.name ?? "object"} ${text.slice(0, 60)}`;
    }
    return String(value).slice(0, 60);
  } catch {
    return "a value that cannot be shown";
  }
}
