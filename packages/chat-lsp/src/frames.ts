// The messages of a byte stream as language servers write them: headers, a blank line, and as many bytes as `Content-Length` says. Nothing of the stream
// is lost or changed: what the reader cannot read, it hands on.

/** A part of the stream, in order; all parts together are the stream. */
export interface Part {
  /** The bytes as they came, headers included. */
  readonly bytes: Buffer;
  /** The body of a whole message; `undefined` for a part of a message that is too large, and for what cannot be read. */
  readonly body: Buffer | undefined;
}

/** Cuts a stream into messages. */
export interface FrameReader {
  /** The parts that end in a chunk. The first bytes of a message are kept until the message is whole. */
  push(chunk: Buffer): Part[];
  /** What was kept, when the stream has ended. */
  rest(): Buffer;
  /** Whether all that was handed on ends with a message. For ever `false` after headers that cannot be read. */
  isBetween(): boolean;
}

/** The bytes that the headers of a message may have. */
const MOST_HEADER_BYTES = 1 << 16;
const BLANK_LINE = Buffer.from("\r\n\r\n");

/** @param most the bytes of the largest body that is kept; longer ones are handed on as they come. */
export function frameReader(most: number): FrameReader {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  /** How many bytes a message has that is being kept, once its headers are read. */
  let whole: number | undefined;
  let headerBytes = 0;
  /** How many bytes of a message that is too large are still to come. */
  let passing = 0;
  let isUnreadable = false;

  const join = (): Buffer => {
    const joined = kept.length === 1 ? kept[0]! : Buffer.concat(kept);
    kept = [joined];
    return joined;
  };
  const take = (bytes: number): Buffer => {
    const joined = join();
    kept = bytes === joined.length ? [] : [joined.subarray(bytes)];
    keptBytes -= bytes;
    return joined.subarray(0, bytes);
  };
  const through = (bytes: Buffer): Part => ({ bytes, body: undefined });

  function next(): Part | undefined {
    if (keptBytes === 0) return undefined;
    if (isUnreadable) return through(take(keptBytes));
    if (passing > 0) {
      const bytes = Math.min(passing, keptBytes);
      passing -= bytes;
      return through(take(bytes));
    }
    if (whole === undefined) {
      const joined = join();
      const end = joined.indexOf(BLANK_LINE);
      if (end < 0 && keptBytes <= MOST_HEADER_BYTES) return undefined;
      const length = end < 0 ? undefined : contentLength(joined.toString("latin1", 0, end));
      if (length === undefined) {
        isUnreadable = true;
        return next();
      }
      headerBytes = end + BLANK_LINE.length;
      whole = headerBytes + length;
      if (length > most) {
        passing = whole;
        whole = undefined;
        return next();
      }
    }
    if (keptBytes < whole) return undefined;
    const bytes = take(whole);
    whole = undefined;
    return { bytes, body: bytes.subarray(headerBytes) };
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return [];
      kept.push(chunk);
      keptBytes += chunk.length;
      const parts: Part[] = [];
      for (let part = next(); part !== undefined; part = next()) parts.push(part);
      return parts;
    },
    rest: () => take(keptBytes),
    isBetween: () => !isUnreadable && passing === 0,
  };
}

/** The length that headers say; `undefined` where they are none, or say none, or two. */
function contentLength(headers: string): number | undefined {
  const lengths: string[] = [];
  for (const line of headers.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon <= 0) return undefined;
    if (line.slice(0, colon).trim().toLowerCase() === "content-length") lengths.push(line.slice(colon + 1).trim());
  }
  const [length] = lengths;
  return lengths.length === 1 && /^\d{1,15}$/.test(length!) ? Number(length) : undefined;
}

/** A message as it is written. */
export function framed(message: object): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
