import type { ByteClasses } from "@espalier/monitor";

/** The partition of the bytes in which each byte is a class of its own. */
export const EVERY_BYTE: ByteClasses = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  classCount: 256,
};
