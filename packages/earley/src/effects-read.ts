// The effects of completions that a computation has read. An effect that was computed from others contains them, so a
// computation that has read it need not read those. Ambiguous grammars have chains of effects, each of which contains
// the one before: without this test, each set would read all of them.

/** The effects that one computation has read. */
export interface EffectsRead {
  /** The effects that were added, in that order. */
  readonly added: readonly number[];
  /** Begins a new computation. */
  clear(): void;
  /** Returns whether the effect was added, or is certainly contained in one that was. */
  has(effect: number): boolean;
  add(effect: number): void;
}

/** Among so few effects, only equal ones are found. */
const FEW = 4;
const NO_MARKS = new Int32Array(0);

/** @param partOf gives for each effect one that it contains, with a smaller number; −1 for none. */
export function createEffectsRead(partOf: readonly number[]): EffectsRead {
  const added: number[] = [];
  // An effect is contained in an added one if its mark is the present one.
  let marks = NO_MARKS;
  let present = 0;
  /** How many of the added effects are marked. */
  let marked = 0;

  function mark(effect: number): void {
    if (effect >= marks.length) {
      const longer = new Int32Array(2 * effect + 64);
      longer.set(marks);
      marks = longer;
    }
    for (let one = effect; one >= 0 && marks[one] !== present; one = partOf[one]!) marks[one] = present;
  }

  return {
    added,
    clear(): void {
      added.length = 0;
      marked = 0;
      present++;
    },
    has(effect): boolean {
      if (added.length <= FEW) return added.includes(effect);
      while (marked < added.length) mark(added[marked++]!);
      return marks[effect] === present;
    },
    add(effect): void {
      added.push(effect);
    },
  };
}
