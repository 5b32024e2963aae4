// An output stream to the editor or the server. It never splits a message: the proxy's own messages go out between the messages that pass through, in order.

import type { Writable } from "node:stream";

/** Where messages go. */
export interface Outlet {
  /** Writes part of the stream; `isBetween` says whether the part ends with a whole message. Resolves when the stream has room for more. */
  pass(bytes: Buffer, isBetween: boolean): Promise<void>;
  /** Writes one of the proxy's own messages as soon as no other message is half written. Drops it if the stream has ended. */
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
  // The end of the process or of its own stream reports that the reader has gone.
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
