// The error for a language server that cannot be used.

/** `server-missing`: the program was not found. `root-missing`: the project's folder was not found. `unknown-server`: no profile has this name. */
export type ServerErrorCode = "server-missing" | "root-missing" | "unknown-server";

/** A language server cannot be used. The message says how to fix this. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
