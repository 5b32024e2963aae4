// A growing sequence of token ids. A *past* is the content of the decoder's caches after some ids. The session tracks
// its current past and those of its checkpoints, and drops pasts that are no longer used.
//
//   length 0 ──append──▶ past 7 ──append──▶ past 9          held: { 7: 1 (a checkpoint), 9: 1 (the session) }
//                          ▲
//                     checkpoint                            an unused past is dropped at once

import { type Checkpoint, checkLogits, type Logits, logitsOf, ModelError, type Session } from "@espalier/model";
import { abortableStep } from "./abortable-step.js";
import type { PastId, Step, Stepper } from "./stepper.js";

/** What a session needs from its model. */
export interface SessionFacts {
  readonly stepper: Stepper;
  readonly contextLength: number | undefined;
  /** Ids from this value on are not tokens of the model. */
  readonly idLimit: number;
  /** The most ids in one run; longer appends are split. */
  readonly pieceLength: number;
  isOpen(): boolean;
}

/** What a batch needs from each of its sessions. */
export interface Member extends Pick<SessionFacts, "stepper" | "pieceLength"> {
  /** Checks the ids, and locks the session until {@link Member.end}. */
  begin(ids: readonly number[]): void;
  end(): void;
  past(): PastId;
  /** Moves to a past with `count` more ids. */
  move(to: PastId, count: number): void;
  /** Returns whether the session is not disposed. */
  isOpen(): boolean;
}

const members = new WeakMap<Session, Member>();

/** @throws {RangeError} if the session does not belong to this package. */
export function memberOf(session: Session): Member {
  const member = members.get(session);
  if (member === undefined) throw new RangeError("A session in the batch belongs to another model.");
  return member;
}

type Abort = Parameters<Session["append"]>[1];

/** Frees the pasts of sessions that were garbage-collected without being disposed. */
const abandoned = new FinalizationRegistry<() => void>((dispose) => dispose());

/** Creates a session without tokens. */
export function openSession(facts: SessionFacts): Session {
  const { stepper, contextLength, idLimit, pieceLength } = facts;
  const holders = new Map<PastId, number>();
  const points = new WeakMap<Checkpoint, PastId>();
  let length = 0;
  let past: PastId = 0;
  let busy = false;
  let open = true;

  const hold = (id: PastId): void => {
    if (id !== 0) holders.set(id, (holders.get(id) ?? 0) + 1);
  };
  const release = (id: PastId): void => {
    const count = holders.get(id);
    if (count === undefined) return;
    if (count > 1) holders.set(id, count - 1);
    else {
      holders.delete(id);
      stepper.drop(id);
    }
  };
  // A garbage-collected checkpoint releases its past.
  const forgotten = new FinalizationRegistry<PastId>(release);
  const requireOpen = (): void => {
    if (!open || !facts.isOpen()) throw new ModelError("disposed", "The session was used after it was disposed.");
  };

  /** Checks the ids, and locks the session until {@link end}. */
  const begin = (ids: readonly number[]): void => {
    requireOpen();
    checkIds(ids, idLimit);
    if (busy) throw new RangeError("Another append of this session is under way; await it first.");
    if (contextLength !== undefined && length + ids.length > contextLength) {
      throw new ModelError(
        "context-exceeded",
        `${length} + ${ids.length} tokens do not fit into the model's context of ${contextLength}.`,
        { hint: "Shorten the prompt, or generate fewer tokens." },
      );
    }
    busy = true;
  };
  const end = (): void => {
    busy = false;
  };
  /** Moves to a past with `count` more ids. */
  const move = (to: PastId, count: number): void => {
    const previous = past;
    past = to;
    hold(past);
    release(previous);
    length += count;
  };

  /** Appends `ids`. Returns the logits after the last of them, or after each. */
  const run = async (ids: readonly number[], rows: "last" | "all", signal?: Abort): Promise<readonly Logits[]> => {
    begin(ids);
    // The session moves only after all pieces have run. Until then, `at` is a private past.
    let at = past;
    try {
      if (signal?.aborted) throw signal.reason;
      let logits: Float32Array[] = [];
      for (let from = 0; from < ids.length; from += pieceLength) {
        const piece = ids.slice(from, from + pieceLength);
        const call = [[at], [piece], rows === "all" ? piece.length : 1] as const;
        const [step] = (await abortableStep(stepper, [...call], signal)) as readonly [Step];
        if (at !== past) stepper.drop(at);
        at = step.past;
        logits = rows === "all" ? [...logits, ...rowsOf(step.logits, piece.length)] : [step.logits];
        if (!open) throw new ModelError("disposed", "The session was disposed while it was running.");
        if (signal?.aborted) throw signal.reason;
      }
      for (const row of logits) checkLogits(row);
      move(at, ids.length);
      return logits.map(logitsOf);
    } catch (error) {
      if (at !== past) stepper.drop(at);
      throw error;
    } finally {
      end();
    }
  };

  const dispose = (): void => {
    if (!open) return;
    open = false;
    for (const id of holders.keys()) stepper.drop(id);
    holders.clear();
  };
  const session: Session = {
    get length() {
      return length;
    },
    append: async (ids, signal) => (await run(ids, "last", signal))[0]!,
    appendAll: (ids, signal) => run(ids, "all", signal),
    checkpoint: () => {
      requireOpen();
      const point: Checkpoint = { length };
      points.set(point, past);
      if (past !== 0) {
        hold(past);
        forgotten.register(point, past);
      }
      return point;
    },
    restore: (point) => {
      requireOpen();
      if (busy) throw new RangeError("An append of this session is under way; await it before restoring.");
      const to = points.get(point);
      if (to === undefined)
        throw new RangeError(`The checkpoint at length ${point.length} belongs to another session.`);
      const previous = past;
      past = to;
      hold(past);
      release(previous);
      length = point.length;
    },
    dispose,
  };
  abandoned.register(session, dispose);
  members.set(session, { stepper, pieceLength, begin, end, move, past: () => past, isOpen: () => open });
  return session;
}

/** Splits the logits of several tokens into rows. */
function rowsOf(logits: Float32Array, count: number): readonly Float32Array[] {
  const width = logits.length / count;
  return Array.from({ length: count }, (_, row) => logits.slice(row * width, (row + 1) * width));
}

function checkIds(ids: readonly number[], limit: number): void {
  if (ids.length === 0) throw new RangeError("append needs at least one token id.");
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (Number.isInteger(id) && id >= 0 && id < limit) continue;
    throw new RangeError(`ids[${i}] is ${id}, which is not a token id in [0, ${limit}).`);
  }
}
