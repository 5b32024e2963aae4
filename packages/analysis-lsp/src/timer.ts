// A timer for waits of any length.

/** The longest time that a timer of the host can wait, in milliseconds; a longer one would end after one. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Does the work after so many milliseconds, or after 24 days if these are more. */
export function startTimer(work: () => void, milliseconds: number): NodeJS.Timeout {
  return setTimeout(work, Math.min(milliseconds, LONGEST_WAIT));
}
