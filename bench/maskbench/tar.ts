// The files of a .tar.gz, read in memory: ustar headers of 512 bytes, each followed by the file's bytes; pax and GNU headers
// that give a longer name are understood, links and folders are left out.

import { gunzipSync } from "node:zlib";

/** The regular files by their paths, without a leading `./`. */
export function readTarball(archive: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = gunzipSync(archive);
  const files = new Map<string, Buffer>();
  const field = (from: number, length: number): string => {
    const end = bytes.indexOf(0, from);
    return bytes.toString("utf8", from, end < 0 ? from + length : Math.min(end, from + length));
  };
  let longName: string | undefined;
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12).trim() || "0", 8);
    if (!(size >= 0)) throw new RangeError(`no tar header at byte ${at}`);
    const type = String.fromCharCode(bytes[at + 156]!);
    const prefix = field(at + 257, 5) === "ustar" ? field(at + 345, 155) : "";
    const name = longName ?? (prefix === "" ? field(at, 100) : `${prefix}/${field(at, 100)}`);
    const content = bytes.subarray(at + 512, at + 512 + size);
    longName = undefined;
    if (type === "L") longName = content.toString("utf8").replace(/\0+$/, "");
    else if (type === "x") longName = /(?:^|\n)\d+ path=(.*)\n/.exec(content.toString("utf8"))?.[1];
    else if (type === "0" || type === "\0") files.set(name.replace(/^\.\//, ""), content);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
