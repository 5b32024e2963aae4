// Engines that are measured awake. A core that was idle has lost what its caches held, and reads memory slowly for some
// time more, the longer the longer it was; an engine that had to wait for a slow one would be measured by that. So it is given
// earlier jobs again, uncounted, first.

import type { Host } from "./host.js";
import type { Job } from "./protocol.js";

/** In milliseconds. */
export interface Waking {
  /** A wait that is longer is a rest. */
  readonly rest: number;
  /** After a rest an engine does earlier jobs for so long, and a tenth of the rest; such as take longer are not among them. */
  readonly work: number;
  readonly now: () => number;
}

/** How many earlier jobs there are to be done again, in turn. */
const KEPT = 64;

/** `host`, whose engine wakes up first when it is asked after a rest. */
export function awake(host: Host, { rest, work, now }: Waking): Host {
  const kept: Job[] = [];
  let turn = 0;
  let answered = now();

  async function wake(rested: number): Promise<void> {
    const until = now() + work + rested / 10;
    while (kept.length > 0 && now() < until) {
      turn = (turn + 1) % kept.length;
      await host.ask(kept[turn]!);
    }
  }

  return {
    name: host.name,
    get ready() {
      return host.ready;
    },
    close: host.close,
    async ask(job) {
      const rested = now() - answered;
      if (rested > rest) await wake(rested);
      const asked = now();
      const answer = await host.ask(job);
      answered = now();
      const quick = answered - asked <= work && answer.refusal === undefined && answer.failure === undefined;
      if (quick) kept[kept.length < KEPT ? kept.length : turn] = job;
      return answer;
    },
  };
}
