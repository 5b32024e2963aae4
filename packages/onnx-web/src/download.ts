// Downloads files by URL, through the browser's cache if there is one. It reports progress, can be aborted, and checks
// the length.

import { excerpt } from "@espalier/arguments";
import { type AbortSignalLike, ModelError } from "@espalier/model";
import { messageOf } from "@espalier/onnx";
import { type FetchedResponse, type FileCache, platform } from "./platform.js";

/** How to use the browser's cache: read and write it, only write it, or neither. */
export type CacheUse = "use" | "reload" | "none";

/** How to fetch files. */
export interface Downloading {
  readonly folder: ModelFolder;
  readonly cache: CacheUse;
  readonly signal?: AbortSignalLike;
  /** The addresses taken so far, with whether each came from the browser's cache. `download` adds to it. */
  readonly taken: Map<string, "cache" | "server">;
}

/** The address of a model's folder. */
export interface ModelFolder {
  /** Returns the address of a file in it. */
  addressOf(path: string): string;
}

/** Returns the folder at an address. A query, such as the signature that a store asks for, goes to the address of each file. */
export function modelFolderAt(location: string): ModelFolder {
  const [, folder, query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(location)!;
  // An empty address is that of the page's folder, as in links.
  const base = folder === "" ? "." : folder!.replace(/\/+$/, "");
  return { addressOf: (path) => `${base}/${path}${query}` };
}

/** The name of the cache in the browser's developer tools. */
const CACHE_NAME = "espalier-models";
/** A header of cached answers: the server does not have the file. Only for files that a model can do without. */
const ABSENT = "x-espalier-absent";

/** Called while a file arrives; `total` is undefined if the server does not report the size. */
export type OnBytes = (received: number, total: number | undefined) => void;

/**
 * Returns the bytes of a file in the folder; `undefined` if the server does not have it. An HTML response counts as
 * missing, because servers of single-page applications return HTML for unknown paths. If there is no storage, or too
 * little, the file is fetched and not cached.
 *
 * @param path relative to the folder.
 * @param need whether the model can do without the file. If it can, the cache also remembers that it is absent, so that
 * a model that was loaded once can be loaded without the server.
 * @throws {ModelError} `file-missing` if the server cannot be reached or fails, `file-malformed` if the file was
 * truncated.
 * @throws the signal's reason if the signal aborts.
 */
export async function download(
  path: string,
  { folder, cache, signal, taken }: Downloading,
  need: "optional" | "needed",
  onBytes: OnBytes = () => {},
): Promise<Uint8Array | undefined> {
  const url = folder.addressOf(path);
  const store = cache === "none" ? undefined : await openCache();
  if (signal?.aborted) throw signal.reason;
  const kept = cache === "use" ? await store?.match(url).catch(() => undefined) : undefined;
  taken.set(url, kept === undefined ? "server" : "cache");
  if (kept !== undefined) return kept.headers.get(ABSENT) === null ? readBody(kept, path, signal, onBytes) : undefined;
  const keep = async (bytes: Uint8Array, headers: Readonly<Record<string, string>>): Promise<void> => {
    if (store === undefined || platform.Response === undefined) return;
    await store.put(url, new platform.Response(bytes, { headers })).catch(() => undefined);
  };
  const response = await request(url, path, signal);
  if (response.status === 404 || response.status === 410 || isPage(response)) {
    if (need === "optional") await keep(new Uint8Array(0), { [ABSENT]: "1" });
    return undefined;
  }
  // Stores of objects answer 403 for an absent file to those who may not list the folder. It may also be a lack of rights, so it is not cached.
  if (response.status === 403 && need === "optional") return undefined;
  if (!response.ok)
    throw new ModelError("file-missing", `The server answered ${response.status}.`, {
      path,
      hint: `The address is ${excerpt(url)}.`,
    });
  const bytes = await readBody(response, path, signal, onBytes);
  await keep(bytes, { "content-length": String(bytes.length) });
  return bytes;
}

/** Removes the files that were taken from the browser's cache. Returns whether any came from there. */
export async function forget({ taken }: Downloading): Promise<boolean> {
  const store = await openCache();
  for (const url of taken.keys()) await store?.delete(url).catch(() => undefined);
  return [...taken.values()].includes("cache");
}

async function openCache(): Promise<FileCache | undefined> {
  try {
    return await platform.caches?.open(CACHE_NAME);
  } catch {
    return undefined;
  }
}

async function request(url: string, path: string, signal: AbortSignalLike | undefined): Promise<FetchedResponse> {
  const { fetch } = platform;
  if (fetch === undefined) throw new ModelError("runtime-missing", "This platform does not provide fetch.");
  try {
    return await fetch(url, signal === undefined ? {} : { signal });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new ModelError("file-missing", `The file cannot be fetched: ${excerpt(messageOf(cause))}.`, {
      path,
      hint: `The address is ${excerpt(url)}; a server of another origin must allow this one (CORS), and so must the page's policy (connect-src).`,
      cause,
    });
  }
}

const isPage = ({ headers }: FetchedResponse): boolean => /^text\/html\b/i.test(headers.get("content-type") ?? "");

async function readBody(
  response: FetchedResponse,
  path: string,
  signal: AbortSignalLike | undefined,
  onBytes: OnBytes,
): Promise<Uint8Array> {
  const { headers, body } = response;
  // For a compressed response, the header contains the compressed length.
  const said =
    headers.get("content-encoding") === null ? Number(headers.get("content-length") ?? Number.NaN) : Number.NaN;
  const total = Number.isInteger(said) ? said : undefined;
  const parts: Uint8Array[] = [];
  let received = 0;
  const reader = body?.getReader();
  // If the length is known, a file that is too large is rejected before it is fetched, and its bytes are stored only
  // once.
  let whole: Uint8Array | undefined;
  try {
    whole = total === undefined ? undefined : allocated(total, path);
  } catch (tooLarge) {
    await reader?.cancel().catch(() => undefined);
    throw tooLarge;
  }
  const brokenOff = (cause: unknown): unknown =>
    signal?.aborted
      ? signal.reason
      : new ModelError("file-malformed", `The file broke off after ${received} bytes: ${messageOf(cause)}.`, {
          path,
          cause,
        });
  try {
    for (;;) {
      const value = await reader?.read().then(
        (piece) => (piece.done ? undefined : piece.value),
        (cause) => Promise.reject(brokenOff(cause)),
      );
      if (signal?.aborted) throw signal.reason;
      if (value === undefined) break;
      if (whole === undefined) parts.push(value);
      else if (received + value.length <= whole.length) whole.set(value, received);
      received += value.length;
      onBytes(received, total);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
  if (total !== undefined && received !== total)
    throw new ModelError("file-malformed", `The file has ${received} of ${total} bytes.`, { path });
  return whole ?? joined(parts, allocated(received, path));
}

/** The largest size of a serialised protocol buffer, which an ONNX file is: https://protobuf.dev/programming-guides/encoding/#size-limit. */
const MOST_MODEL_BYTES = 2 ** 31 - 1;

/** @throws {ModelError} `model-unsupported` if no runtime can read so large a file, or if there is not enough memory. */
function allocated(length: number, path: string): Uint8Array {
  const hint = "Take a smaller file of the same model, of dtype q4 for example.";
  if (path.endsWith(".onnx") && length > MOST_MODEL_BYTES)
    throw new ModelError(
      "model-unsupported",
      `The file of ${length} bytes is larger than an ONNX file can be without files of weights beside it (${MOST_MODEL_BYTES} bytes).`,
      { path, hint },
    );
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new ModelError("model-unsupported", `The file of ${length} bytes does not fit into memory.`, {
      path,
      hint,
      cause,
    });
  }
}

function joined(parts: readonly Uint8Array[], whole: Uint8Array): Uint8Array {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
