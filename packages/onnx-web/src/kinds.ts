// What loadModel takes, as kinds of arguments.
import {
  callable,
  called,
  either,
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  oneOf,
  options,
  text,
} from "@espalier/arguments";
import { signalKind } from "@espalier/model";
import type { LoadOptions } from "./load-model.js";

const url = having("a URL", { href: "string", protocol: "string" });

/** Where a model lies. */
export const addressKind: Kind = called("the address of a folder, a string or a URL", either(text, url));

const LOADING: KindsOf<LoadOptions> = {
  dtype: oneOf("fp32", "fp16", "q8", "int8", "uint8", "q4", "q4f16", "bnb4", "q2", "q2f16", "q1", "q1f16"),
  file: text,
  device: oneOf("wasm", "webgpu", "auto"),
  where: oneOf("thread", "worker"),
  threads: integer({ min: 0 }),
  wasmPaths: text,
  ends: listOf(text),
  contextLength: integer({ min: 1 }),
  cache: oneOf("use", "reload", "none"),
  worker: either(text, url),
  signal: signalKind,
  onProgress: callable,
};

/** How a model is loaded. */
export const loadKind: Kind = options(LOADING);
