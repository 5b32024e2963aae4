// A vocabulary as one block of bytes, for files, caches and workers. Numbers are little-endian 32-bit words:
//
//   "EVOC" · version · checksum of the rest · size · pool length · number of ends · number of control tokens · length of their names
//   offsets[size + 1] · ends[…] · (id, name length in bytes)[…] · kinds (size bytes) · names (UTF-8) · pool
//
// The reader checks every count against the length of the block before it allocates memory, then the checksum and every
// invariant of a vocabulary.

import { signature } from "@espalier/arguments";
import { utf8Decode, utf8Encode } from "@espalier/utf8";
import { CONTROL, TEXT, vocabularyOver } from "./create-vocabulary.js";
import { bytesKind, vocabularyKind } from "./kinds.js";
import type { TokenId, Vocabulary } from "./vocabulary.js";
import { VocabularyError } from "./vocabulary-error.js";

const MAGIC = 0x434f5645;
const VERSION = 2;
const HEADER_WORDS = 8;
/** The offset of the checksum, and the offset where the checked bytes begin. */
const CHECKSUM_AT = 8;
const COVERED_FROM = 12;

/** FNV-1a over 32 bits. It detects accidental damage, not deliberate changes. */
function checksum(bytes: Uint8Array, from: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}

const checkSerializeVocabulary = signature("serializeVocabulary", { vocabulary: vocabularyKind });

/**
 * Returns `vocabulary` as bytes for {@link deserializeVocabulary}. The array is new, so it can be transferred to a
 * worker.
 */
export function serializeVocabulary(vocabulary: Vocabulary): Uint8Array {
  checkSerializeVocabulary(vocabulary);
  const { size, pool, offsets, kinds, ends } = vocabulary;
  const controls: { id: TokenId; name: Uint8Array }[] = [];
  for (let id = 0; id < size; id++) {
    if (kinds[id] === CONTROL) controls.push({ id, name: utf8Encode(vocabulary.control(id) ?? "") });
  }
  const namesLength = controls.reduce((sum, { name }) => sum + name.length, 0);
  const words = HEADER_WORDS + size + 1 + ends.length + 2 * controls.length;
  const bytes = new Uint8Array(words * 4 + size + namesLength + pool.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const word = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  for (const value of [MAGIC, VERSION, 0, size, pool.length, ends.length, controls.length, namesLength]) word(value);
  for (const offset of offsets) word(offset);
  for (const id of ends) word(id);
  for (const { id, name } of controls) {
    word(id);
    word(name.length);
  }
  bytes.set(kinds, at);
  at += size;
  for (const { name } of controls) {
    bytes.set(name, at);
    at += name.length;
  }
  bytes.set(pool, at);
  view.setUint32(CHECKSUM_AT, checksum(bytes, COVERED_FROM), true);
  return bytes;
}

const checkDeserializeVocabulary = signature("deserializeVocabulary", { bytes: bytesKind });

/**
 * Reads what {@link serializeVocabulary} wrote. Copies the bytes; O(bytes).
 *
 * @throws VocabularyError if `bytes` is anything else, or was written by another version.
 *
 * @example
 * const vocabulary = vocabularyOfBytes(["a", { control: "<end>" }], ["<end>"]);
 * deserializeVocabulary(serializeVocabulary(vocabulary)).ends; // => [1]
 */
export function deserializeVocabulary(bytes: Uint8Array): Vocabulary {
  checkDeserializeVocabulary(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const refuse = (problem: string): never => {
    throw new VocabularyError("syntax", `byte ${at}`, problem, "was it written by serializeVocabulary?");
  };
  const word = (): number => {
    const value = view.getUint32(at, true);
    at += 4;
    return value;
  };
  if (bytes.length < HEADER_WORDS * 4) refuse(`${bytes.length} bytes are too few for a vocabulary`);
  if (word() !== MAGIC) refuse("this is not a serialised vocabulary");
  const version = word();
  if (version !== VERSION) refuse(`version ${version} is unknown; this reader knows version ${VERSION}`);
  const sum = word();
  const [size, poolLength, endCount, controlCount, namesLength] = [word(), word(), word(), word(), word()];
  const words = HEADER_WORDS + size + 1 + endCount + 2 * controlCount;
  const length = words * 4 + size + namesLength + poolLength;
  if (length !== bytes.length) refuse(`the header promises ${length} bytes, there are ${bytes.length}`);
  if (checksum(bytes, COVERED_FROM) !== sum) refuse("the checksum does not match: the bytes are damaged");

  const offsets = Uint32Array.from({ length: size + 1 }, word);
  const ends = Array.from({ length: endCount }, word);
  const controls = Array.from({ length: controlCount }, () => ({ id: word(), length: word() }));
  const kinds = bytes.slice(at, at + size);
  at += size;
  const names = new Map<TokenId, string>();
  const namesEnd = at + namesLength;
  let last = -1;
  for (const control of controls) {
    if (control.id <= last || kinds[control.id] !== CONTROL) refuse(`token ${control.id} has a name out of place`);
    if (at + control.length > namesEnd) refuse(`the name of token ${control.id} is cut off`);
    names.set(control.id, utf8Decode(bytes.subarray(at, at + control.length)));
    last = control.id;
    at += control.length;
  }
  if (at !== namesEnd) refuse("there are more names than control tokens");
  let named = 0;
  for (let id = 0; id < size; id++) {
    const kind = kinds[id]!;
    if (kind > CONTROL) refuse(`token ${id} is of unknown kind ${kind}`);
    if (kind === CONTROL) named++;
    if (kind === TEXT ? offsets[id + 1]! < offsets[id]! : offsets[id + 1] !== offsets[id]) {
      refuse(`token ${id} spells from ${offsets[id]} to ${offsets[id + 1]}`);
    }
  }
  if (offsets[0] !== 0 || offsets[size] !== poolLength) refuse("the offsets do not cover the pool");
  if (named !== controlCount) refuse(`${named} control tokens have ${controlCount} names`);
  for (let index = 0; index < ends.length; index++) {
    const id = ends[index]!;
    if (kinds[id] !== CONTROL || (index > 0 && id <= ends[index - 1]!)) refuse(`token ${id} is not an end token`);
  }
  return vocabularyOver({ pool: bytes.slice(at, at + poolLength), offsets, kinds, names, ends });
}
