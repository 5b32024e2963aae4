// Ways through a monitor: random walks over what it allows, and the completion that its cost leads to.
import type { Monitor } from "@espalier/monitor";
import { PHRASES } from "./lexemes.js";
import type { Random } from "./random.js";
import { bytesOf, readBytes } from "./subject.js";

const PHRASE_BYTES: readonly Uint8Array[] = PHRASES.map(bytesOf);

/** Bytes written, and the state after them. */
export interface Walked {
  readonly bytes: readonly number[];
  readonly state: number;
}

/** A walk of at most so many steps, each a piece of Python where one fits, or any byte that does. Ends early where nothing follows. */
export function walk(monitor: Monitor<number>, from: number, steps: number, random: Random): Walked {
  const bytes: number[] = [];
  let state = from;
  for (let step = 0; step < steps; step++) {
    const piece = random.chance(0.9) ? fitting(monitor, state, random) : undefined;
    const added = piece ?? allowedByte(monitor, state, random);
    if (added === undefined) break;
    bytes.push(...added);
    state = readBytes(monitor, added, state).state;
  }
  return { bytes, state };
}

/** A piece that can be read, of a few drawn. */
function fitting(monitor: Monitor<number>, state: number, random: Random): Uint8Array | undefined {
  for (let tries = 0; tries < 12; tries++) {
    const piece = random.pick(PHRASE_BYTES);
    if (readBytes(monitor, piece, state).read === piece.length) return piece;
  }
  return undefined;
}

function allowedByte(monitor: Monitor<number>, state: number, random: Random): readonly number[] | undefined {
  const allowed = representatives(monitor, random).filter((byte) => monitor.step(state, byte) !== undefined);
  return allowed.length === 0 ? undefined : [random.pick(allowed)];
}

/** One byte of each class, drawn from its class; all bytes where the monitor tells no classes. */
function representatives(monitor: Monitor<number>, random: Random): readonly number[] {
  const { table } = monitor;
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  if (table === undefined) return all;
  const first = random.below(256);
  const of = new Map<number, number>();
  for (let i = 0; i < 256; i++) of.set(table.classOf[(first + i) % 256]!, (first + i) % 256);
  return [...of.values()];
}

/** A completion, or where the cost says that there is one and no byte leads to less. */
export type Finish =
  | { readonly kind: "finished"; readonly bytes: readonly number[] }
  | { readonly kind: "stuck"; readonly bytes: readonly number[]; readonly why: string };

/** Completions longer than this are not followed to their end. */
const LONGEST = 20_000;

/**
 * Follows `cost` down: from a state of cost n > 0 some byte leads to cost ≤ n − 1, and cost 0 accepts. Which byte, where several do, is drawn.
 */
export function finish(monitor: Monitor<number>, from: number, random: Random): Finish {
  const bytes: number[] = [];
  const stuck = (why: string): Finish => ({ kind: "stuck", bytes, why });
  if (monitor.cost === undefined) return stuck("the monitor has no cost");
  let state = from;
  let cost = monitor.cost(state);
  for (;;) {
    if (monitor.accepts(state) !== (cost === 0)) return stuck(`accepts: ${monitor.accepts(state)}, cost: ${cost}`);
    if (cost === 0) return { kind: "finished", bytes };
    if (!Number.isInteger(cost) || cost < 0 || bytes.length > LONGEST) return stuck(`its cost is ${cost}`);
    let better: { readonly byte: number; readonly next: number; readonly cost: number } | undefined;
    for (const byte of representatives(monitor, random)) {
      const next = monitor.step(state, byte);
      if (next === undefined) continue;
      const after = monitor.cost(next);
      if (after >= cost) continue;
      better = { byte, next, cost: after };
      break;
    }
    if (better === undefined) return stuck(`no byte leads from cost ${cost} to less`);
    bytes.push(better.byte);
    ({ next: state, cost } = better);
  }
}
