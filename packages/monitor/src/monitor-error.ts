// The error for a user-written monitor that violates the interface.

/** The promise of the {@link Monitor} interface that a monitor broke. */
export type MonitorFault =
  /** `step` threw an error, which is the `cause`. */
  | "step-throws"
  /** `step` returned a Promise or `null`. */
  | "step-result"
  /** `step` changed its argument. */
  | "step-changes-state"
  /** `accepts` threw an error, which is the `cause`. */
  | "accepts-throws"
  /** `accepts` returned something other than a boolean. */
  | "accepts-result"
  /** `accepts` changed its argument. */
  | "accepts-changes-state"
  /**
   * `key` threw an error, which is the `cause`; or it returned neither a string nor a number, or different values for
   * the same state.
   */
  | "key-result"
  /** `key` changed its argument. */
  | "key-changes-state"
  /** The `cost` of a monitor or a product returned something other than a number of symbols: 0 or more, or Infinity. */
  | "cost-result"
  /** A monitor has no `cost`, which `budgeted` demands. */
  | "cost-missing"
  /** The `output` of a transducer returned something other than a list of symbols. */
  | "output-result"
  /** `asks` threw an error, which is the `cause`. */
  | "asks-throws"
  /** `asks` returned something other than a list of questions. */
  | "asks-result"
  /** `asks` changed its argument. */
  | "asks-changes-state"
  /** A state kept asking new questions after every answer. */
  | "asks-without-end"
  /** `supply` threw an error, which is the `cause`. */
  | "supply-throws"
  /** `supply` returned a Promise or `null`. */
  | "supply-result"
  /** `supply` changed its argument. */
  | "supply-changes-state"
  /** A question got two contradictory answers. */
  | "answers-contradict"
  /** A question was answered `proven-empty`, and its monitor stops in that case. */
  | "proven-empty"
  /** Two states have the same key but differ in what may follow. */
  | "key-lies"
  /** Two bytes of one class lead to different states. */
  | "classes-lie"
  /** A combination that numbers states contains a monitor without a key whose equal steps return different objects. */
  | "fresh-states"
  /** A monitor contains itself: its step called its own step. */
  | "contains-itself";

/**
 * A monitor broke a promise of the interface, or cannot continue. `fault` names the promise; the message says where.
 */
export class MonitorError extends Error {
  override readonly name = "MonitorError";
  readonly fault: MonitorFault;

  constructor(fault: MonitorFault, what: string, cause?: unknown) {
    super(what, cause === undefined ? {} : { cause });
    this.fault = fault;
  }
}
