// What became of a call with wrong arguments: it took them, it refused them as it should, or it failed.
import { Finding, isTypedRefusal } from "../smallest.js";

/** An error for wrong arguments, as the packages throw it: an ArgumentError, or one for what such an argument holds. */
interface Refusal {
  readonly message: string;
  readonly code?: string;
  /** Present on an ArgumentError: the parameter or option that it is about. */
  readonly argument?: string;
}

export type Outcome =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "fault"; readonly message: string };

/** Calls `f`, and awaits what it returns: the first item of what is asynchronously iterable. */
export async function outcomeOf(f: (...values: unknown[]) => unknown, values: readonly unknown[]): Promise<Outcome> {
  try {
    const result = (await f(...values)) as { next?(): unknown; [Symbol.asyncIterator]?: unknown } | undefined;
    if (typeof result === "object" && typeof result?.[Symbol.asyncIterator] === "function") await result.next?.();
    return { kind: "taken" };
  } catch (error) {
    return ofError(error);
  }
}

function ofError(error: unknown): Outcome {
  try {
    if (isTypedRefusal(error)) return { kind: "refused", refusal: error };
  } catch (finding) {
    if (finding instanceof Finding) return { kind: "fault", message: finding.message.slice(0, 200) };
  }
  return {
    kind: "fault",
    message: error instanceof Error ? `${error.name}: ${error.message.slice(0, 100)}` : "no error",
  };
}
