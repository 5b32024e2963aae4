// The masks of a soak that took longest, with the commands that repeat their texts.

/** A mask that was made. */
export interface MaskMade {
  readonly us: number;
  /** The text before the mask, cut to its last characters. */
  readonly after: string;
  /** The tokens that the text had left; `undefined` for a mask without a budget. */
  readonly budget: number | undefined;
}

/** A mask with the text that it was made for. */
export interface LongMask extends MaskMade {
  readonly kind: string;
  readonly repeat: string;
}

export interface LongestMasks {
  /** Keeps the mask if it is among the longest; `describe` is called only then. */
  add(us: number, describe: () => Omit<LongMask, "us">): void;
  /** The longest first. */
  readonly masks: readonly LongMask[];
}

const MOST = 10;

export function createLongestMasks(): LongestMasks {
  const masks: LongMask[] = [];
  return {
    masks,
    add(us, describe) {
      if (masks.length === MOST && us <= masks[MOST - 1]!.us) return;
      masks.push({ us, ...describe() });
      masks.sort((a, b) => b.us - a.us);
      masks.length = Math.min(masks.length, MOST);
    },
  };
}
