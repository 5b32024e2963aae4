// Splits a byte stream into language server messages: headers, a blank line, and as many bytes as `Content-Length` says. The reader never loses or changes a
// byte; it passes on what it cannot parse.

/** A part of the stream. The parts in order make up the whole stream. */
export interface Part {
  /** The bytes as they arrived, including headers. */
  readonly bytes: Buffer;
  /** The body of a whole message; `undefined` for part of an oversized message and for bytes that cannot be parsed. */
  readonly body: Buffer | undefined;
}

/** Splits a stream into messages. */
export interface FrameReader {
  /** The parts that a chunk completes. Keeps the start of an incomplete message until the rest arrives. */
  push(chunk: Buffer): Part[];
  /** The bytes that are still kept when the stream ends. */
  rest(): Buffer;
  /** Whether everything returned so far ends at a message boundary. Stays `false` after headers that cannot be parsed. */
  isBetween(): boolean;
}

/** The largest size of a message's headers, in bytes. */
const MOST_HEADER_BYTES = 1 << 16;
const BLANK_LINE = Buffer.from("\r\n\r\n");

/** @param most the size of the largest body that is kept, in bytes; longer ones are passed on as they arrive. */
export function frameReader(most: number): FrameReader {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  /** The size of the message that is being kept, in bytes, once its headers are complete. */
  let whole: number | undefined;
  let headerBytes = 0;
  /** The remaining bytes of an oversized message. */
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

/** The length that headers declare; `undefined` if the headers are malformed, or declare no length or two. */
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

/** Serialises a message, with its headers. */
export function framed(message: object): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
