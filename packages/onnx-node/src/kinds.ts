// What loadModel takes, as kinds of arguments.
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
import { dtypeKind, urlKind } from "@espalier/onnx";
import type { LoadOptions } from "./load-model.js";

/** Where a model lies. */
export const locationKind: Kind = called("a path or a file URL", either(text, urlKind));

const LOADING: KindsOf<LoadOptions> = {
  dtype: dtypeKind,
  file: text,
  where: oneOf("thread", "worker"),
  threads: integer({ min: 0 }),
  executionProviders: listOf(text),
  ends: listOf(text),
  contextLength: integer({ min: 1 }),
  worker: urlKind,
  onProgress: callable,
};

/** How a model is loaded. */
export const loadKind: Kind = options(LOADING);
