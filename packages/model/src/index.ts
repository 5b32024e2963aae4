export type { AbortSignalLike, Checkpoint, Logits, Model, Session } from "./model.js";
