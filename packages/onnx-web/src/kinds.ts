// The kinds of arguments of loadModel.
import {
  callable,
  called,
  either,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  oneOf,
  options,
  text,
} from "@espalier/arguments";
import { signalKind } from "@espalier/model";
import { dtypeKind, threadsKind, urlKind } from "@espalier/onnx";
import type { LoadOptions } from "./load-model.js";

/** The location of a model. */
export const addressKind: Kind = called("the address of a folder, a string or a URL", either(text, urlKind));

const LOADING: KindsOf<LoadOptions> = {
  dtype: dtypeKind,
  file: text,
  device: oneOf("wasm", "webgpu", "auto"),
  where: oneOf("thread", "worker"),
  threads: threadsKind,
  wasmPaths: text,
  ends: listOf(text),
  contextLength: integer({ min: 1 }),
  cache: oneOf("use", "reload", "none"),
  worker: either(text, urlKind),
  signal: signalKind,
  onProgress: callable,
};

/** The options of loadModel. */
export const loadKind: Kind = options(LOADING);
