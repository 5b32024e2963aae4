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
import { dtypeKind, threadsKind, urlKind } from "@espalier/onnx";
import type { LoadOptions } from "./load-model.js";

/** The location of a model. */
export const locationKind: Kind = called("a path or a file URL", either(text, urlKind));

const LOADING: KindsOf<LoadOptions> = {
  dtype: dtypeKind,
  file: text,
  where: oneOf("thread", "worker"),
  threads: threadsKind,
  executionProviders: listOf(text),
  ends: listOf(text),
  contextLength: integer({ min: 1 }),
  worker: urlKind,
  onProgress: callable,
};

/** The options of loadModel. */
export const loadKind: Kind = options(LOADING);
