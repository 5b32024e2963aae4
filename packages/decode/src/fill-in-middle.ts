// Prompts for models that were trained to fill a gap: the text before it, the text after it, and control tokens around
// both (Bavarian et al. 2022). Families of models use different names and orders (middle-families.ts); the vocabulary
// determines the family.
//
//   ‹prefix› def area(r): return ‹suffix› * r ** 2 ‹middle›  ──▶  3.14159 ‹end›
//
// The prompt may stop before the cut: a longer token may span the cut, so the last token of the prefix is removed, and
// the model must spell its bytes first (healing.ts):
//
//   text   … return ma│                 prompt   … return          the first tokens spell   ma…  such as "max"

import { excerpt, signature, text } from "@espalier/arguments";
import { type Model, ModelError, modelKind } from "@espalier/model";
import type { TokenId } from "@espalier/vocabulary";
import { middleKind } from "./kinds.js";
import { fitSides, type Side } from "./middle-context.js";
import {
  MIDDLE_FAMILIES,
  type MiddleFamily,
  type MiddleOrder,
  middleFamilyNamed,
  middleFamilyOf,
  missingControl,
  type Piece,
  type Template,
} from "./middle-families.js";

/** Another file, shown in addition to the file with the gap. */
export interface ContextFile {
  readonly path?: string;
  readonly text: string;
}

/** Options of a prompt for a middle. */
export interface MiddleOptions {
  /** The name of the family, such as `starcoder2`; by default derived from the vocabulary's control tokens. */
  readonly family?: string;
  /** Which side comes first; by default the usual order of the family. */
  readonly order?: MiddleOrder;
  /** Tokens of the context to reserve for the middle: 512 by default, and at most a quarter of the context. */
  readonly reserve?: number;
  /**
   * Whether to remove the last token of the prefix for the model to complete; by default if a longer token may replace
   * it.
   */
  readonly healing?: "on" | "off";
  /** The path of the file with the gap, for families that were trained with paths. */
  readonly path?: string;
  /** The name of the repository, for families that were trained with it. */
  readonly repository?: string;
  /**
   * Other files, most useful last. Whole files are included, beginning with the last, until prefix and suffix leave no
   * more room.
   */
  readonly files?: readonly ContextFile[];
  /** Tokens reserved for `files`, before prefix and suffix; what the files leave goes back to these. 0 by default. */
  readonly filesRoom?: number;
}

/** A prompt for a middle. */
export interface MiddlePrompt {
  readonly ids: readonly TokenId[];
  readonly family: string;
  readonly order: MiddleOrder;
  /** The tokens that end the middle, including the ends of the vocabulary; ascending. */
  readonly ends: readonly TokenId[];
  /**
   * The bytes at the end of the prefix that are not in the prompt and that the first tokens must spell: the `heal` of a
   * generation.
   */
  readonly heal: Uint8Array;
  /** How many bytes at the start of the prefix and at the end of the suffix did not fit. */
  readonly dropped: { readonly prefix: number; readonly suffix: number };
}

const checkMiddlePrompt = signature("middlePrompt", {
  model: modelKind,
  prefix: text,
  suffix: text,
  options: middleKind,
});

/**
 * Returns the prompt that asks `model` for the text between `prefix` and `suffix`. Both are literal: names of control
 * tokens in them stay text.
 *
 * @throws {ModelError} `model-unsupported` if the vocabulary lacks the control tokens of a family, `context-exceeded`
 * if the model's context is too short for any prompt.
 * @throws {RangeError} if no family has the name `options.family`, or the family was not trained on `options.order`.
 */
export function middlePrompt(model: Model, prefix: string, suffix: string, options: MiddleOptions = {}): MiddlePrompt {
  checkMiddlePrompt(model, prefix, suffix, options);
  const { vocabulary } = model;
  const { family, order, template } = templateFor(model, options);
  const { opening, holes, ownPart, room } = frameOf(model, family, template, options);
  const space = startsWithSpace(model, family) ? " " : "";
  const { filesRoom = 0 } = options;
  const setAside = filesRoom > 0 ? filePart(model, family, options, Math.min(filesRoom, room)) : [];
  const [left, right] = fitSides(model, space + prefix, suffix, room - setAside.length);
  const files = filesRoom > 0 ? setAside : filePart(model, family, options, room - left.ids.length - right.ids.length);
  const whole = left.dropped === 0;
  const healed = options.healing === "off" ? 0 : healable(model, left, whole && space !== "" ? 1 : 0);
  const kept = left.ids.slice(0, left.ids.length - healed);
  const ids = [
    ...opening,
    ...filled(model, template, { ...holes, prefix: kept, suffix: right.ids, context: [...files, ...ownPart] }),
  ];
  const given = left.ids.slice(left.ids.length - healed).flatMap((id) => [...vocabulary.bytes(id)!]);
  const ends = new Set([...vocabulary.ends, ...family.ends.flatMap((name) => vocabulary.controlIds(name))]);
  return {
    ids,
    family: family.name,
    order,
    ends: [...ends].sort((a, b) => a - b),
    heal: Uint8Array.from(given),
    dropped: { prefix: whole ? 0 : Math.max(0, left.dropped - space.length), suffix: right.dropped },
  };
}

const checkMiddleRoom = signature("middleRoom", { model: modelKind, options: middleKind });
const checkFillInMiddlePrompt = signature("fillInMiddlePrompt", {
  model: modelKind,
  prefix: text,
  suffix: text,
  options: middleKind,
});

/**
 * Returns the ids of a prompt for the gap between `prefix` and `suffix`: {@link middlePrompt} without healing.
 *
 * @throws as {@link middlePrompt}.
 */
export function fillInMiddlePrompt(
  model: Model,
  prefix: string,
  suffix: string,
  options: Omit<MiddleOptions, "healing"> = {},
): readonly TokenId[] {
  checkFillInMiddlePrompt(model, prefix, suffix, options);
  return middlePrompt(model, prefix, suffix, { ...options, healing: "off" }).ids;
}

/** The room in a prompt. */
export interface MiddleRoom {
  /** Tokens for prefix, suffix and files together; infinite if the model's context is unknown. */
  readonly tokens: number;
  /** Tokens for each file in addition to its path line (the path and a line feed) and its text. */
  readonly perFile: number;
  /** Tokens that name the repository. */
  readonly repository: number;
}

/**
 * Returns how many tokens a {@link middlePrompt} with these options leaves for prefix, suffix and other files, and how
 * many each file costs in addition to its text.
 *
 * @throws as {@link middlePrompt}.
 */
export function middleRoom(model: Model, options: Omit<MiddleOptions, "files"> = {}): MiddleRoom {
  checkMiddleRoom(model, options);
  const { family, template } = templateFor(model, options);
  const { room } = frameOf(model, family, template, { ...options, files: [{ text: "" }] });
  const perFile = filled(model, family.file ?? AS_COMMENT, {}).length;
  return { tokens: room, perFile, repository: filePart(model, family, { ...options, files: [] }, room).length };
}

function templateFor(
  model: Model,
  options: MiddleOptions,
): { readonly family: MiddleFamily; readonly order: MiddleOrder; readonly template: Template } {
  const family = familyFor(model, options.family);
  const order = options.order ?? (Object.keys(family.orders)[0] as MiddleOrder);
  const template = family.orders[order];
  if (template === undefined) throw new RangeError(`Models of the family ${family.name} were not trained on ${order}.`);
  return { family, order, template };
}

/** Returns everything in a prompt except prefix, suffix and files, and the remaining tokens. */
function frameOf(model: Model, family: MiddleFamily, template: Template, options: MiddleOptions) {
  const opening = openingOf(model, family);
  const holes: Record<string, readonly TokenId[]> = {
    prefix: [],
    suffix: [],
    context: [],
    path: literalIds(model, options.path ?? ""),
    pathLine: literalIds(model, options.path === undefined ? "" : `${options.path}\n`),
    repository: literalIds(model, options.repository ?? ""),
    text: [],
  };
  const frame = opening.length + filled(model, template, holes).length;
  const ownPart = ownPartOf(model, family, options, holes);
  const room = roomFor(model, options.reserve) - frame - ownPart.length;
  if (room < 0) {
    throw new ModelError(
      "context-exceeded",
      `The model's context of ${model.contextLength} tokens leaves no room for prefix and suffix.`,
      { hint: "Reserve fewer tokens for the middle." },
    );
  }
  return { opening, holes, ownPart, room };
}

function familyFor({ vocabulary }: Model, name: string | undefined): MiddleFamily {
  if (name === undefined) {
    const family = middleFamilyOf(vocabulary);
    if (family !== undefined) return family;
    throw new ModelError(
      "model-unsupported",
      "The model's vocabulary does not have control tokens for filling in a middle.",
      {
        hint: `Known are the families ${MIDDLE_FAMILIES.map((known) => known.name).join(", ")}; for others, give the ids of a prompt.`,
      },
    );
  }
  const family = middleFamilyNamed(name);
  if (family === undefined) {
    const known = MIDDLE_FAMILIES.flatMap((one) => [one.name, ...one.also]).join(", ");
    throw new RangeError(`No family of models is named ${JSON.stringify(excerpt(name, 80))}. Known are ${known}.`);
  }
  const missing = missingControl(family, vocabulary);
  if (missing === undefined) return family;
  throw new ModelError(
    "model-unsupported",
    `The model's vocabulary has no control token ${missing}, which prompts of the family ${family.name} need.`,
  );
}

/**
 * Returns the ids at the beginning of every prompt: those that the model's own template adds, such as a
 * beginning-of-text token, and those with which the family begins every prompt.
 */
function openingOf(model: Model, { begins }: MiddleFamily): readonly TokenId[] {
  const { vocabulary } = model;
  const first = begins === undefined ? [] : vocabulary.controlIds(begins).slice(0, 1);
  return [...first, ...model.encode("", "prompt").filter((id) => !vocabulary.ends.includes(id) && !first.includes(id))];
}

function startsWithSpace(model: Model, { space }: MiddleFamily): boolean {
  if (space !== "as-prompt") return space === "always";
  const bytes = model.encode("x", "prompt").flatMap((id) => [...(model.vocabulary.bytes(id) ?? [])]);
  return bytes[0] === 0x20;
}

function roomFor({ contextLength }: Model, reserve: number | undefined): number {
  if (reserve !== undefined && !(Number.isInteger(reserve) && reserve >= 0))
    throw new RangeError(`reserve is ${reserve}; it must be a whole number of at least 0.`);
  if (contextLength === undefined) return Number.POSITIVE_INFINITY;
  return contextLength - (reserve ?? Math.min(512, Math.floor(contextLength / 4)));
}

/** Fills the holes of a template. */
function filled(model: Model, template: Template, holes: Readonly<Record<string, readonly TokenId[]>>): TokenId[] {
  return template.flatMap((piece: Piece): readonly TokenId[] => {
    if ("hole" in piece) return holes[piece.hole] ?? [];
    if ("literal" in piece) return literalIds(model, piece.literal);
    for (const name of [piece.control].flat()) {
      const [id] = model.vocabulary.controlIds(name);
      if (id !== undefined) return [id];
    }
    return [];
  });
}

function literalIds(model: Model, text: string): readonly TokenId[] {
  return text === "" ? [] : model.encode(text, "literal");
}

/** Returns what comes before the file with the gap: the name of the repository, then the beginning of a file. */
function ownPartOf(
  model: Model,
  family: MiddleFamily,
  { path, repository, files = [] }: MiddleOptions,
  holes: Readonly<Record<string, readonly TokenId[]>>,
): readonly TokenId[] {
  const inOwn = (family.own ?? []).some((piece) => "hole" in piece && piece.hole === "pathLine");
  if (inOwn ? path === undefined : repository === undefined && files.length === 0) return [];
  return filled(model, family.own ?? [], holes);
}

/** A file's text under its path, for families that were not trained on several files. */
const AS_COMMENT: Template = [{ literal: "# " }, { hole: "pathLine" }, { hole: "text" }, { literal: "\n" }];

/** Returns the name of the repository and the last files that fit completely into `room`. */
function filePart(
  model: Model,
  family: MiddleFamily,
  { repository, files = [] }: MiddleOptions,
  room: number,
): readonly TokenId[] {
  const named =
    repository === undefined
      ? []
      : filled(model, family.repository ?? [], { repository: literalIds(model, repository) });
  let left = room - named.length;
  if (left < 0) return [];
  const parts: (readonly TokenId[])[] = [];
  for (const { path, text } of [...files].reverse()) {
    // In real texts, tokens are never longer than this on average.
    if (text.length > 64 * left) break;
    const ids = filled(model, family.file ?? AS_COMMENT, {
      pathLine: literalIds(model, path === undefined ? "" : `${path}\n`),
      text: literalIds(model, text),
    });
    if (ids.length > left) break;
    left -= ids.length;
    parts.unshift(ids);
  }
  return [...named, ...parts.flat()];
}

/** Returns how many of the last tokens to leave to the model: 1 if a longer token begins with the last one, else 0. */
function healable({ vocabulary }: Model, { ids }: Side, untouchable: number): 0 | 1 {
  const last = ids.at(-1);
  const bytes = last === undefined ? undefined : vocabulary.bytes(last);
  if (bytes === undefined || bytes.length === 0 || ids.length <= untouchable) return 0;
  const { pool, offsets, kinds } = vocabulary;
  for (let id = 0; id < kinds.length; id++) {
    const from = offsets[id]!;
    if (kinds[id] !== 1 || offsets[id + 1]! - from <= bytes.length) continue;
    let at = 0;
    while (at < bytes.length && pool[from + at] === bytes[at]) at++;
    if (at === bytes.length) return 1;
  }
  return 0;
}
