// The points to which a generation can go back: a checkpoint of the model's session and the logits there. A checkpoint
// may hold a whole key-value cache, and logits are large, so only a few points are kept: one at the start, and up to
// three of the latest points, at least eight tokens apart. To go back to a place between two points, the session
// returns to the earlier point and appends the tokens after it again.

import type { Checkpoint, Session } from "@espalier/model";
import type { TokenId } from "@espalier/vocabulary";

/** A checkpoint with the logits read there. */
export interface Point {
  readonly length: number;
  readonly checkpoint: Checkpoint;
  readonly logits: Float32Array;
}

/** What a session has read beyond the text. */
export interface Draft {
  /** The position of the session before the draft. `Run.pending` contains the tokens of the text since then. */
  readonly point: Checkpoint;
  /** How many tokens of the text were pending there. */
  readonly pending: number;
  /** What the session has read since then. */
  ids: readonly TokenId[];
  /** The model's logits after the first n of `ids`, if they were read; by n. */
  readonly rows: Map<number, Float32Array>;
  /** The step that the session is taking. It never rejects; `ids` and `rows` have its result when it has resolved. */
  reading: Promise<void> | undefined;
}

const POINT_EVERY = 8;
const POINTS_KEPT = 4;

/** Returns the points, with a new one added if one is due. */
export function withPoint(points: Point[], length: number, session: Session, logits: Float32Array): Point[] {
  const last = points.at(-1);
  if (last !== undefined && length - last.length < POINT_EVERY) return points;
  const point = { length, checkpoint: session.checkpoint(), logits };
  const [first, ...others] = points;
  return first === undefined ? [point] : [first, ...others.slice(-(POINTS_KEPT - 2)), point];
}
