// Files by URL, through the browser's cache where there is one: with progress, an end on request, and a length that is checked.

import { excerpt } from "@espalier/arguments";
import { type AbortSignalLike, ModelError } from "@espalier/model";
import { messageOf } from "@espalier/onnx";
import { type FetchedResponse, type FileCache, platform } from "./platform.js";

/** Whether files are kept in the browser: taken from there and kept, fetched anew and kept, or neither. */
export type CacheUse = "use" | "reload" | "none";

/** How files are fetched. */
export interface Downloading {
  /** The address of the model's folder, without a slash at its end. */
  readonly base: string;
  readonly cache: CacheUse;
  readonly signal?: AbortSignalLike;
}

/** The name of the cache, as the browser's tools show it. */
const CACHE_NAME = "espalier-models";

/** Called as a file arrives; `total` is undefined where the server does not say. */
export type OnBytes = (received: number, total: number | undefined) => void;

/**
 * The bytes of a file of the folder; `undefined` when the server does not have it. An answer of HTML counts as not having it: servers of single-page
 * applications answer so for what they do not know. Without storage, or with too little of it, the file is fetched and not kept.
 *
 * @param path relative to the folder.
 * @throws {ModelError} `file-missing` when the server cannot be reached or fails, `file-malformed` when the file was cut short.
 * @throws the signal's reason when it aborts.
 */
export async function download(
  path: string,
  { base, cache, signal }: Downloading,
  onBytes: OnBytes = () => {},
): Promise<Uint8Array | undefined> {
  const url = `${base}/${path}`;
  const store = cache === "none" ? undefined : await openCache();
  if (signal?.aborted) throw signal.reason;
  const kept = cache === "use" ? await store?.match(url).catch(() => undefined) : undefined;
  if (kept !== undefined) return readBody(kept, path, signal, onBytes);
  const response = await request(url, path, signal);
  if (response.status === 404 || response.status === 410 || isPage(response)) return undefined;
  if (!response.ok)
    throw new ModelError("file-missing", `The server answered ${response.status}.`, {
      path,
      hint: `The address is ${excerpt(url)}.`,
    });
  const bytes = await readBody(response, path, signal, onBytes);
  if (store !== undefined && platform.Response !== undefined) {
    const headers = { "content-length": String(bytes.length) };
    await store.put(url, new platform.Response(bytes, { headers })).catch(() => undefined);
  }
  return bytes;
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
  if (fetch === undefined) throw new ModelError("runtime-missing", "This platform has no fetch.");
  try {
    return await fetch(url, signal === undefined ? {} : { signal });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new ModelError("file-missing", `The file cannot be fetched: ${excerpt(messageOf(cause))}.`, {
      path,
      hint: `The address is ${excerpt(url)}; a server of another origin must allow this one (CORS).`,
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
  // A compressed answer says how long it is compressed.
  const said =
    headers.get("content-encoding") === null ? Number(headers.get("content-length") ?? Number.NaN) : Number.NaN;
  const total = Number.isInteger(said) ? said : undefined;
  const parts: Uint8Array[] = [];
  let received = 0;
  const reader = body?.getReader();
  // Where the length is known, a file that is too large is refused before it is fetched, and its bytes are held only once.
  let whole: Uint8Array | undefined;
  try {
    whole = total === undefined ? undefined : allocated(total, path);
  } catch (tooLarge) {
    await reader?.cancel().catch(() => undefined);
    throw tooLarge;
  }
  try {
    for (;;) {
      const { done, value } = reader === undefined ? { done: true } : await reader.read();
      if (signal?.aborted) throw signal.reason;
      if (done || value === undefined) break;
      if (whole === undefined) parts.push(value);
      else if (received + value.length <= whole.length) whole.set(value, received);
      received += value.length;
      onBytes(received, total);
    }
  } catch (cause) {
    await reader?.cancel().catch(() => undefined);
    if (signal?.aborted) throw signal.reason;
    throw new ModelError("file-malformed", `The file broke off after ${received} bytes: ${messageOf(cause)}.`, {
      path,
      cause,
    });
  }
  if (total !== undefined && received !== total)
    throw new ModelError("file-malformed", `The file has ${received} of ${total} bytes.`, { path });
  return whole ?? joined(parts, allocated(received, path));
}

/** @throws {ModelError} `model-unsupported` when there is no room for so many bytes. */
function allocated(length: number, path: string): Uint8Array {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new ModelError("model-unsupported", `The file of ${length} bytes does not fit into memory.`, {
      path,
      hint: "Take a smaller file of the same model, of dtype q4 for example.",
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
