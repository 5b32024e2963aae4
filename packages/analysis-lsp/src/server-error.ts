// What keeps a language server from being used.

/** `server-missing`: its program was not found. `root-missing`: the project's folder was not. `unknown-server`: no profile has this name. */
export type ServerErrorCode = "server-missing" | "root-missing" | "unknown-server";

/** A language server cannot be used. The message says what to do. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
