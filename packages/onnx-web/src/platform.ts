// The platform features that this package uses. Pages, workers and Node have all or some of them. The types are
// structural, so that the package compiles without the types of any platform.

export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): ByteReader } | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

/** The part of the Cache API that stores files. */
export interface FileCache {
  match(url: string): Promise<FetchedResponse | undefined>;
  put(url: string, response: unknown): Promise<void>;
  delete(url: string): Promise<boolean>;
}

/** A web worker. */
export interface WebWorker {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  onmessageerror: (() => void) | null;
}

interface Platform {
  readonly fetch?: (url: string, options: { readonly signal?: unknown }) => Promise<FetchedResponse>;
  readonly caches?: { open(name: string): Promise<FileCache> };
  readonly Response?: new (
    body: Uint8Array,
    options: { readonly headers: Readonly<Record<string, string>> },
  ) => unknown;
  readonly Worker?: { readonly prototype: object };
  readonly navigator?: {
    readonly gpu?: { requestAdapter(): Promise<object | null> };
    /** Absent outside secure contexts. */
    readonly locks?: { request(name: string, held: () => unknown): Promise<unknown> };
  };
}

/** The current platform. A member is absent if the platform lacks it. */
export const platform: Platform = globalThis as unknown as Platform;

declare const MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Resolves in a later task of this thread, after those that wait. Timers would be delayed by browsers. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
