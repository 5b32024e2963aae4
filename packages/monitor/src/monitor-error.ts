// What a monitor written by a user did that the interface forbids, by name.

/** Which promise of the {@link Monitor} interface a monitor broke. */
export type MonitorFault =
  /** `step` threw an error, which is the `cause`. */
  | "step-throws"
  /** `step` returned a Promise or `null`. */
  | "step-result"
  /** `step` changed the state that it was given. */
  | "step-changes-state"
  /** `accepts` threw an error, which is the `cause`. */
  | "accepts-throws"
  /** `accepts` returned something else than a boolean. */
  | "accepts-result"
  /** `accepts` changed the state that it was given. */
  | "accepts-changes-state"
  /** `key` threw an error, which is the `cause`; or it returned neither a string nor a number, or not the same for the same state. */
  | "key-result"
  /** `key` changed the state that it was given. */
  | "key-changes-state"
  /** `asks` threw an error, which is the `cause`. */
  | "asks-throws"
  /** `asks` returned something else than a list of questions. */
  | "asks-result"
  /** `asks` changed the state that it was given. */
  | "asks-changes-state"
  /** A state went on asking new questions, whatever was answered. */
  | "asks-without-end"
  /** `supply` threw an error, which is the `cause`. */
  | "supply-throws"
  /** `supply` returned a Promise or `null`. */
  | "supply-result"
  /** `supply` changed the state that it was given. */
  | "supply-changes-state"
  /** A question was given two answers that cannot both be right. */
  | "answers-contradict"
  /** A question was answered `proven-empty`, and its monitor says to stop there. */
  | "proven-empty"
  /** Two states have one key, and differ in what may follow. */
  | "key-lies"
  /** Two bytes of one class lead to states that differ. */
  | "classes-lie"
  /** A combination that numbers states holds a monitor without a key whose equal steps give different objects. */
  | "fresh-states"
  /** A monitor is a part of itself: its step led to its own step again. */
  | "contains-itself";

/** A monitor broke a promise of the interface, or cannot go on. `fault` names what; the message says where. */
export class MonitorError extends Error {
  override readonly name = "MonitorError";
  readonly fault: MonitorFault;

  constructor(fault: MonitorFault, what: string, cause?: unknown) {
    super(what, cause === undefined ? {} : { cause });
    this.fault = fault;
  }
}
