// The last step of a token. Decoders ask whether the chosen token is allowed before they push it, and so read its bytes once.

import type { TokenId } from "@espalier/vocabulary";

/** Steps that keep their last result. */
export interface LastStep<State> {
  /** Returns the state after `id`; `undefined` if it must not follow. */
  step(state: State, id: TokenId): State | undefined;
  /** Drops the result. */
  forget(): void;
}

export function createLastStep<State>(stepToken: (state: State, id: TokenId) => State | undefined): LastStep<State> {
  let from: State | undefined;
  let token: TokenId | undefined;
  let next: State | undefined;
  return {
    step(state, id) {
      if (token !== id || from !== state) {
        next = stepToken(state, id);
        from = state;
        token = id;
      }
      return next;
    },
    forget() {
      token = undefined;
    },
  };
}
