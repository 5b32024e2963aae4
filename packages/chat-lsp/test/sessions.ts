// A recorded session with pyright, and an editor that plays its part of it: with the server alone, or through the proxy.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type ChatLspAnswers, chatLspProxy, type EditorSession, type ServerEnd } from "@espalier/chat-lsp";
import { onTestFinished } from "vitest";

/** A message of the session, with its headers. */
export interface Recorded {
  readonly from: "editor" | "server";
  readonly bytes: Buffer;
}

const FIXTURE = new URL("./fixtures/session.json", import.meta.url);
const PLAYBACK = fileURLToPath(new URL("./playback-server.mjs", import.meta.url));

/** The session. Some messages get the headers that other editors and servers write. */
export function recordedSession(): readonly Recorded[] {
  const messages = JSON.parse(readFileSync(FIXTURE, "utf8")) as readonly { from: Recorded["from"]; message: string }[];
  return messages.map(({ from, message }, at) => {
    const length = `Content-Length: ${Buffer.byteLength(message)}`;
    const type = "Content-Type: application/vscode-jsonrpc; charset=utf-8";
    const headers = [[length], [length, type], [type, length.toLowerCase()], [length.replace(" ", "")]][at % 4]!;
    return { from, bytes: Buffer.from(`${headers.join("\r\n")}\r\n\r\n${message}`) };
  });
}

/** Where an editor writes and reads, and how the server ended. */
export interface Link {
  readonly input: Writable;
  readonly output: Readable;
  readonly ended: Promise<ServerEnd>;
}

/** A server, alone. */
export function alone(command: readonly string[]): Link {
  const child = spawn(command[0]!, command.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<ServerEnd>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  child.stdin.on("error", () => {});
  return { input: child.stdin, output: child.stdout, ended };
}

/** Starts a proxy in front of a server. */
export function proxied(
  command: readonly string[],
  answers: (session: EditorSession) => ChatLspAnswers,
  complaints?: Writable,
): Link {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const proxy = chatLspProxy({ command, input, output, answers, ...(complaints && { complaints }) });
  onTestFinished(() => proxy.kill());
  return { input, output, ended: proxy.ended };
}

/** Plays a session, and what came of it. */
export interface Played {
  /** All bytes that the editor read. */
  readonly read: Buffer;
  /** All bytes that the server read. */
  readonly got: Buffer;
  readonly end: ServerEnd;
}

/** The command of a server that plays the recorded session, and what it has read once it has ended. */
export function playback(
  session: readonly Recorded[],
  diesAfter?: number,
): { readonly command: readonly string[]; got(): Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "espalier-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, log] = [join(folder, "session.json"), join(folder, "log")];
  writeFileSync(file, JSON.stringify(session.map(({ from, bytes }) => ({ from, raw: bytes.toString("base64") }))));
  const command = [process.execPath, PLAYBACK, file, log, ...(diesAfter === undefined ? [] : [String(diesAfter)])];
  return { command, got: () => readFileSync(log) };
}

/** Collects what a stream says. */
export function collected(stream: Readable): { bytes(): Buffer; reaches(length: number): Promise<void> } {
  const chunks: Buffer[] = [];
  let length = 0;
  let waiting: { readonly length: number; readonly resolve: () => void } | undefined;
  const look = (isOver: boolean): void => {
    if (waiting !== undefined && (isOver || length >= waiting.length)) waiting.resolve();
  };
  let isOver = false;
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    look(false);
  });
  stream.on("end", () => {
    isOver = true;
    look(true);
  });
  return {
    bytes: () => Buffer.concat(chunks),
    reaches: (wanted) =>
      new Promise((resolve) => {
        waiting = { length: wanted, resolve };
        look(isOver);
      }),
  };
}

/** A message with an id, or a notification, as an editor writes it. */
export function written(message: object): Buffer {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** The bodies of a stream of messages. */
export function bodiesOf(bytes: Buffer): readonly string[] {
  const bodies: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\r\n\r\n", at) + 4;
    const length = Number(/content-length: *(\d+)/i.exec(bytes.toString("latin1", at, end))![1]);
    bodies.push(bytes.toString("utf8", end, end + length));
    at = end + length;
  }
  return bodies;
}
