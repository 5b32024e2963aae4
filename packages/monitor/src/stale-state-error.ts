// A state that a monitor has given up, because it keeps what texts have made of it only for a while.

/**
 * A state of a generation that its monitor has dropped. The monitor itself, and every state of its present generation, stay usable.
 * Whoever still has the text reads it again from `start`; `createDecoder` and `generate` of @espalier/decode do so by themselves.
 */
export class StaleStateError extends Error {
  override readonly name = "StaleStateError";
  readonly code = "stale-state";
  /** The state that was given. */
  readonly state: number;
  /** States below this one are stale, except the start. */
  readonly oldest: number;

  constructor(state: number, oldest: number) {
    super(
      `State ${state} is no longer known: the oldest state that is has the number ${oldest}. Read the text again from \`start\`.`,
    );
    this.state = state;
    this.oldest = oldest;
  }
}
