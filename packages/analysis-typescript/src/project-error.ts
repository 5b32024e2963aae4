// The error of a question that the project cannot take: it is disposed, or the compiler does not read the file.

/** `disposed`: the project was used after `dispose()`. `unread`: the compiler does not read files of this extension with the project's options. */
export type ProjectErrorCode = "disposed" | "unread";

/** A question that the project cannot take. */
export class ProjectError extends Error {
  override readonly name = "ProjectError";
  readonly code: ProjectErrorCode;

  constructor(code: ProjectErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const SCRIPT = /\.(js|jsx|mjs|cjs)$/i;

/** The error for a path that the compiler leaves out of the program, with what to do. */
export function unread(path: string): ProjectError {
  const advice = SCRIPT.test(path)
    ? "Set allowJs in its compilerOptions, or open the project of a jsconfig.json."
    : "It reads .ts, .tsx, .mts and .cts, and with allowJs .js, .jsx, .mjs and .cjs.";
  return new ProjectError("unread", `The compiler does not read ${path} with the options of this project. ${advice}`);
}
