// Node's worker threads, and the locations of what they load. Pages lack them, so the package reaches them without an import.

/** The URL of a thread's script. */
export interface ScriptUrl {
  readonly href: string;
}

/** What is used of a worker. */
export interface Thread {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "exit", listener: (code: number) => void): void;
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}

interface ThreadOptions {
  readonly workerData: unknown;
  /** The options of Node for the thread; by default, those of the process. */
  readonly execArgv: readonly string[];
}

/** What is used of the module `node:worker_threads`. */
export interface NodeThreads {
  readonly Worker: new (script: ScriptUrl | string, options: ThreadOptions) => Thread;
  readonly parentPort: {
    postMessage(message: unknown): void;
    on(event: "message", listener: (message: unknown) => void): void;
    close(): void;
  } | null;
  readonly workerData: unknown;
}

interface Host {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

/** The location of a module as `import()` takes it: the URL of an absolute path, and everything else as it is. */
export function importable(location: string): string {
  const { isAbsolute } = builtin("node:path") as { isAbsolute(path: string): boolean };
  const { pathToFileURL } = builtin("node:url") as { pathToFileURL(path: string): ScriptUrl };
  return isAbsolute(location) ? pathToFileURL(location).href : location;
}

/** @throws RangeError in a host without worker threads. */
export function nodeThreads(): NodeThreads {
  const threads = builtin("node:worker_threads");
  if (threads === undefined)
    throw new RangeError("typescriptInWorker: this host has no worker threads; it needs Node 20.16, 22.3 or later");
  return threads as NodeThreads;
}

function builtin(name: string): unknown {
  return (globalThis as unknown as Host).process?.getBuiltinModule?.(name);
}
