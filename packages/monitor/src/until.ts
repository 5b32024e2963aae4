// Text up to and including the first occurrence of a marker.

import { listOf, optionally, signature } from "@espalier/arguments";
import { fromAutomaton } from "./automaton.js";
import { limitsKind, markerKind, monitorKind, textKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import { firstMarker, type Marker } from "./marker.js";
import type { Monitor } from "./monitor.js";
import { product } from "./product.js";
import type { ProductState } from "./product-options.js";
import { sequence } from "./sequence.js";
import { strings } from "./strings.js";
import type { Text } from "./text.js";

const checkUntil = signature("until", { marker: markerKind, others: listOf(markerKind) });

/**
 * Returns the texts that end with one of the markers and contain none before. The monitor is trim (it has no dead
 * ends), and its costs are exact. With the empty marker, the empty text is the only text. Other control symbols cannot
 * occur.
 *
 * @throws LimitError if the total length of the markers times the number of distinct bytes exceeds 2²⁴.
 *
 * @example
 * const monitor = until("-->");
 * ["a--->", "a--", "a-->b"].map((text) => verdict(monitor, text).kind); // => ["accepted", "incomplete", "dead"]
 */
export function until(marker: Marker, ...others: readonly Marker[]): Monitor<number> {
  checkUntil(marker, others);
  return fromAutomaton(firstMarker([marker, ...others]));
}

const checkBodyUntil = signature("bodyUntil", { body: monitorKind, marker: textKind, limits: optionally(limitsKind) });

/**
 * Returns the texts that are one of `body` followed by `marker`, where the marker does not occur earlier: the content
 * of a code fence or a quoted string. Control symbols of `body` may occur and are not part of a marker.
 *
 * The result is not trim: it may lead to a dead end, if a body cannot end without containing the marker.
 *
 * @throws LimitError as {@link until}, and from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const monitor = bodyUntil(strings(["a", "ab"]), "b;");
 * ["ab;", "abb;"].map((text) => verdict(monitor, text).kind); // => ["accepted", "accepted"]
 */
export function bodyUntil<State>(body: Monitor<State>, marker: Text, limits?: Limits): Monitor<ProductState> {
  checkBodyUntil(body, marker, limits);
  const first = fromAutomaton(firstMarker([marker], body.controls ?? []));
  return product(sequence(body, strings([marker]), limits), first, limits);
}
