// A stream to an editor or to a server. Messages that pass through and messages of the proxy's own come out whole, and none before what came first.

import type { Writable } from "node:stream";

/** Where messages go. */
export interface Outlet {
  /** Writes a part of the stream; `isBetween` says whether a message ends with it. Resolves when there is room for more. */
  pass(bytes: Buffer, isBetween: boolean): Promise<void>;
  /** Writes a message of the proxy's own, once no other is half written. It is lost where the stream has ended. */
  insert(bytes: Buffer): void;
  /** Ends the stream. */
  end(): void;
}

export function outlet(to: Writable): Outlet {
  let isBetween = true;
  let isOpen = true;
  let waiting: Buffer[] = [];
  let resume: (() => void) | undefined;
  const go = (): void => {
    resume?.();
    resume = undefined;
  };
  const close = (): void => {
    isOpen = false;
    go();
  };
  to.on("drain", go);
  to.on("close", close);
  // Who has gone is told by the end of its process, or of its own stream.
  to.on("error", close);

  return {
    pass(bytes, nowBetween) {
      if (!isOpen) return Promise.resolve();
      let hasRoom = bytes.length === 0 || to.write(bytes);
      isBetween = nowBetween;
      if (isBetween) {
        for (const own of waiting) hasRoom = to.write(own);
        waiting = [];
      }
      if (hasRoom) return Promise.resolve();
      return new Promise((resolve) => {
        resume = resolve;
      });
    },
    insert(bytes) {
      if (!isOpen) return;
      if (isBetween) to.write(bytes);
      else waiting.push(bytes);
    },
    end() {
      if (isOpen) to.end();
      close();
    },
  };
}
