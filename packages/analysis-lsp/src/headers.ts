// Follows the headers of a server's messages. The reader of messages looks for the end of a header in all that it has got, so a program that writes something else
// without end would keep this process busy.

/** The largest header of a message, in bytes. */
const MOST_HEADER = 1 << 16;
const END = "\r\n\r\n";

/** Returns a function that takes the next bytes of a server, and says whether a header can end in time. */
export function followHeaders(): (bytes: Buffer) => boolean {
  let begun: Buffer = Buffer.alloc(0);
  /** How many bytes of a message are still to come. */
  let left = 0;
  return (bytes) => {
    let at = Math.min(left, bytes.length);
    left -= at;
    while (at < bytes.length) {
      const next = bytes.subarray(at, at + MOST_HEADER);
      const header = begun.length === 0 ? next : Buffer.concat([begun, next]);
      const end = header.indexOf(END);
      if (end < 0) {
        begun = header;
        return begun.length < MOST_HEADER;
      }
      at += end + END.length - begun.length;
      begun = Buffer.alloc(0);
      const [, length = "0"] = /^content-length:\s*(\d+)/im.exec(header.toString("latin1", 0, end)) ?? [];
      const body = Math.min(Number(length), bytes.length - at);
      left = Number(length) - body;
      at += body;
    }
    return true;
  };
}
