// Times of masks by the part of the run in which they were made, in bounded memory: counts in buckets, each 1.1 % wide.

/** Microseconds at percentiles; each is up to 1.1 % above the exact one. */
export interface Percentiles {
  readonly masks: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Exact. */
  readonly longest: number;
}

export interface Histogram {
  /** Counts a time that was taken when so much of the run was over, from 0 to 1. */
  add(us: number, progress: number): void;
  /** Of the tenth of the run from `tenth` / 10 on. */
  percentiles(tenth: number): Percentiles;
}

const PER_OCTAVE = 64;
/** From 2⁻⁶ µs to 2²⁶ µs, a minute. */
const OCTAVES = 32;
const LEAST = -6;
const BUCKETS = PER_OCTAVE * OCTAVES;
const TENTHS = 10;

export function createHistogram(): Histogram {
  const counts = Array.from({ length: TENTHS }, () => new Uint32Array(BUCKETS));
  const longest = new Float64Array(TENTHS);

  return {
    add(us, progress) {
      const tenth = Math.min(TENTHS - 1, Math.floor(TENTHS * progress));
      const place = Math.floor(PER_OCTAVE * (Math.log2(us) - LEAST));
      counts[tenth]![Math.max(0, Math.min(BUCKETS - 1, place))]!++;
      longest[tenth] = Math.max(longest[tenth]!, us);
    },
    percentiles(tenth) {
      const of = counts[tenth]!;
      const masks = of.reduce((sum, count) => sum + count, 0);
      const at = (share: number): number => {
        let left = Math.floor(masks * share);
        const bucket = of.findIndex((count) => (left -= count) < 0);
        const upper = 2 ** (LEAST + (bucket + 1) / PER_OCTAVE);
        return bucket < 0 ? 0 : Number(Math.min(longest[tenth]!, upper).toPrecision(4));
      };
      return { masks, p50: at(0.5), p99: at(0.99), p999: at(0.999), longest: Number(longest[tenth]!.toPrecision(4)) };
    },
  };
}
