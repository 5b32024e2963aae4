// Exceptions about a full stack. The compiler recurses over the syntax tree, so deeply nested text causes them.

/** Why the compiler does not answer about a deeply nested text. */
const TOO_DEEP = "the text is nested too deeply for the compiler";

/** The reason, if an exception says that the stack is full: a `RangeError` in V8 and JavaScriptCore, an `InternalError` in SpiderMonkey. */
export function reasonOfOverflow(error: unknown): string | undefined {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message) ? TOO_DEEP : undefined;
}
