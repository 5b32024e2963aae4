// The error for a state that its monitor has dropped, because it stores what texts created only for a limited time.

/**
 * A state is used that its monitor has dropped, to keep its memory bounded. The monitor and all newer states stay
 * usable. To continue, read the text again from `start`. If the same call fails again, it drops the states that it
 * needs itself; then call it by `holdStates`. `createDecoder` and `generate` of @espalier/decode do this automatically.
 */
export class StaleStateError extends Error {
  override readonly name = "StaleStateError";
  readonly code = "stale-state";
  /** The state that was passed. */
  readonly state: number;
  /** States below this one are stale, except the start. */
  readonly oldest: number;

  constructor(state: number, oldest: number) {
    super(`State ${state} is no longer known: its tables were dropped. Read the text again from \`start\`.`);
    this.state = state;
    this.oldest = oldest;
  }
}
