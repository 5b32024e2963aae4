// The messages between the two threads of a model. Errors lose their class in transit, so they are sent as data.

import { ModelError, type ModelErrorCode } from "@espalier/model";
import type { Decoder } from "./decoder.js";
import type { Step } from "./stepper.js";

export type Request =
  | {
      readonly kind: "step";
      readonly call: number;
      readonly pasts: readonly number[];
      readonly ids: readonly (readonly number[])[];
      readonly rows: number;
    }
  | { readonly kind: "drop"; readonly past: number }
  | { readonly kind: "close"; readonly call: number };

export type Reply =
  | ({ readonly kind: "ready" } & Omit<Decoder, "stepper">)
  | { readonly kind: "stepped"; readonly call: number; readonly steps: readonly Step[] }
  | { readonly kind: "closed"; readonly call: number }
  | { readonly kind: "failed"; readonly call: number; readonly error: PackedError };

/** An error as data. `code` is absent for errors other than `ModelError`. */
export interface PackedError {
  readonly message: string;
  readonly code?: ModelErrorCode;
  readonly path?: string;
  readonly hint?: string;
  readonly cause?: string;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, cause } = error;
  const { code, path, hint } = error as Partial<ModelError>;
  return {
    message,
    ...(error.name === "ModelError" && code !== undefined ? { code } : {}),
    ...(path === undefined ? {} : { path }),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : String(cause) }),
  };
}

export function unpackError(packed: PackedError): ModelError {
  const { code, path, hint, cause } = packed;
  // The message already contains the path and ends with the hint: do not repeat them.
  let message = packed.message;
  if (hint !== undefined && message.endsWith(` ${hint}`)) message = message.slice(0, -hint.length - 1);
  if (path !== undefined && message.endsWith(` (${path})`)) message = message.slice(0, -path.length - 3);
  return new ModelError(code ?? "worker-failed", message, {
    ...(path === undefined ? {} : { path }),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
