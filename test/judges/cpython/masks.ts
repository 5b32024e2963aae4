// Masks over a real vocabulary at places where code is filled in: all ways to compute one agree, single tokens agree with it, and the tokens
// that spell what really stands there are in it.
import { createMasker, equalMasks, type Trie } from "@espalier/trie";
import type { Difference, Tally } from "./checks.js";
import { walk } from "./finish.js";
import type { Random } from "./random.js";
import { bytesOf, fillOf, readBytes, type Subject } from "./subject.js";
import { type Cut, joined } from "./texts.js";

const WAYS = ["auto", "never"] as const;

/** Tokens stepped singly for each mask. */
const SINGLES = 300;

/** Places looked at in one cut. */
const PLACES = 4;

/** The bytes of every token, by id, and ids by their bytes. */
export interface Spellings {
  readonly trie: Trie;
  /** Ids of text tokens by their bytes as Latin-1 text. */
  readonly ids: ReadonlyMap<string, number>;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

export function spellingsOf(trie: Trie): Spellings {
  const ids = new Map<string, number>();
  for (let id = 0; id < trie.vocabulary.size; id++) {
    const bytes = trie.vocabulary.bytes(id);
    if (bytes !== undefined && bytes.length > 0) ids.set(latin1(bytes), id);
  }
  return { trie, ids };
}

/** Differences between ways, at places inside the middle of a cut that connects and at places that walks from there lead to. */
export function checkMasks(
  subject: Subject,
  spellings: Spellings,
  cut: Cut,
  from: string,
  random: Random,
  tally: Tally,
): Difference[] {
  const monitor = fillOf(subject, cut);
  if ("refused" in monitor) return [];
  const middle = bytesOf(cut.middle);
  const valid = readBytes(subject.language, bytesOf(joined(cut))).accepts;
  const maskers = WAYS.map((factoring) => createMasker(spellings.trie, monitor, { factoring }));
  const found: Difference[] = [];
  for (let place = 0; place < PLACES; place++) {
    const at = random.below(middle.length + 1);
    const { read, state: reached } = readBytes(monitor, middle.subarray(0, at));
    const aside = random.chance(0.3);
    const state = aside ? walk(monitor, reached, 1 + random.below(4), random).state : reached;
    const masks = maskers.map((masker) => masker.mask(state).mask);
    tally.masks += masks.length;
    const report = (ours: string, other: string): void => {
      const middle = Buffer.from(bytesOf(cut.middle).subarray(0, read)).toString("utf8");
      found.push({ check: "mask", cut: { ...cut, middle }, from, ours, other });
    };
    WAYS.forEach((way, i) => {
      const others = missing(masks[i]!.ids(), masks[0]!.ids());
      if (!equalMasks(masks[i]!, masks[0]!))
        report(`mask by "${way}"`, `mask by "auto"; they differ in tokens ${others}`);
    });
    for (let i = 0; i < SINGLES; i++) {
      const id = random.below(spellings.trie.vocabulary.size);
      const bytes = spellings.trie.vocabulary.bytes(id);
      if (bytes === undefined || bytes.length === 0) continue;
      const allowed = readBytes(monitor, bytes, state).read === bytes.length;
      if (allowed !== masks[0]!.has(id))
        report(`token ${id} ${allowed ? "can" : "cannot"} be read`, "the mask says otherwise");
    }
    if (aside || !valid) continue;
    for (let end = at + 1; end <= middle.length; end++) {
      const id = spellings.ids.get(latin1(middle.subarray(at, end)));
      if (id !== undefined && !masks[0]!.has(id))
        report(`token ${id} is not in the mask`, "it spells what follows in a valid text");
    }
  }
  return found;
}

/** The first few ids that only one of two ascending lists has. */
function missing(one: Uint32Array, other: Uint32Array): string {
  const [ones, others] = [new Set(one), new Set(other)];
  return [...one, ...other]
    .filter((id) => ones.has(id) !== others.has(id))
    .slice(0, 5)
    .join(", ");
}
