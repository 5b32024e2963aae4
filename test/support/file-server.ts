// A server of files on this machine, for tests of what is loaded by address.

import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** A server that runs. */
export interface FileServer {
  /** Its address, without a slash at the end. */
  readonly address: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** How a server answers; everything is optional. */
export interface Serving {
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it listens; 0, the default, for any port that is free. */
  readonly port?: number;
  /** Answers a request itself, and returns true, or leaves it to the files. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves folders by the first part of their paths: `{ models: "/a/b" }` serves /a/b/c as /models/c. */
export async function serveFiles(
  folders: Readonly<Record<string, string>>,
  { headers = {}, port: wanted = 0, answer }: Serving = {},
): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    asked.push(path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer?.(request, response) === true) return;
    const [, first = "", ...rest] = normalize(path).split("/");
    const folder = folders[first];
    const file = folder === undefined ? undefined : join(folder, ...rest);
    void send(response, file);
  });
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(response: ServerResponse, file: string | undefined): Promise<void> {
  const known = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || known?.isFile() !== true) {
    response.writeHead(404).end();
    return;
  }
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "content-length": known.size }).end(await readFile(file));
}
