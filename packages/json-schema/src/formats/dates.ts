// Dates and times of RFC 3339, with the days of each month, leap years and leap seconds; and durations of its appendix
// A.
import type { Regex } from "@espalier/automata";
import { choice, choiceOf, literal, optional, parseEcmaRegex, sequence } from "@espalier/automata";

/** `full-date`: a year of four digits, so 0000 (a leap year by the Gregorian rule) to 9999. */
export function date(): Regex {
  const day = parseEcmaRegex(
    "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])",
  );
  const leapYear = parseEcmaRegex("\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00");
  return choice(sequence(parseEcmaRegex("\\d{4}-"), day), sequence(leapYear, literal("-02-29")));
}

/** Makes parts of times that few texts reach. `least` is the length of the shortest text. */
export type Later = (least: number, load: () => Regex) => Regex;

export const atOnce: Later = (_least, load) => load();

/**
 * `full-time`. Second 60 is allowed only where UTC may insert it, that is, at 23:59:60 UTC, written with any offset
 * whose minutes are 00, 30 or 45; no present time zone uses other offsets.
 */
export function time(later: Later): Regex {
  const fraction = parseEcmaRegex("(?:\\.\\d+)?");
  const hour = "(?:[01]\\d|2[0-3])";
  const ordinary = sequence(
    parseEcmaRegex(`${hour}:[0-5]\\d:[0-5]\\d`),
    fraction,
    parseEcmaRegex(`[Zz]|[+-]${hour}:[0-5]\\d`),
  );
  return choice(ordinary, leapSecond(fraction, later));
}

/** `date-time`: a date and a time of those. */
export function dateTime(ofDate: Regex, ofTime: Regex): Regex {
  return sequence(ofDate, parseEcmaRegex("[Tt]"), ofTime);
}

/**
 * The local times at which it is 23:59:60 in UTC, each with its offset. At offset x:y
 *
 *   east   23:59 + x:y   is   x:(y − 1), and (x − 1):59 for y = 0        west   23:59 − x:y   is   (23 − x):(59 − y)
 *
 * A reader must remember the local time until the offset comes. With all 1,440 possible local times, the automaton
 * would have too many states, and each would have its own mask. The offsets that are in use allow only four minutes of
 * each hour. Few texts have one, so an engine builds those of an hour only after this hour.
 */
function leapSecond(fraction: Regex, later: Later): Regex {
  const two = (value: number): string => String(value).padStart(2, "0");
  const at = (minute: number, ...offsets: readonly string[]): Regex =>
    sequence(literal(`${minute}:60`), fraction, choiceOf(offsets.map((offset) => literal(offset))));
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const [east, next, west] = [two(hour), two((hour + 1) % 24), two(23 - hour)];
    const load = (): Regex =>
      choice(
        at(59, `+${next}:00`, `-${west}:00`, ...(hour === 23 ? ["Z", "z"] : [])),
        at(29, `+${east}:30`, `-${west}:30`),
        at(44, `+${east}:45`),
        at(14, `-${west}:45`),
      );
    return sequence(literal(`${hour % 10}:`), later(hour === 23 ? 6 : 11, load));
  });
  const tens = [0, 1, 2].map((ten) => sequence(literal(String(ten)), choiceOf(hours.slice(10 * ten, 10 * ten + 10))));
  return choiceOf(tens);
}

/** `duration` of RFC 3339, appendix A: units in order without gaps (no P1Y1D), integers, weeks only alone. */
export function duration(): Regex {
  const second = parseEcmaRegex("\\d+S");
  const minute = sequence(parseEcmaRegex("\\d+M"), optional(second));
  const hour = sequence(parseEcmaRegex("\\d+H"), optional(minute));
  const ofDay = sequence(literal("T"), choice(hour, minute, second));
  const day = parseEcmaRegex("\\d+D");
  const month = sequence(parseEcmaRegex("\\d+M"), optional(day));
  const year = sequence(parseEcmaRegex("\\d+Y"), optional(month));
  const ofCalendar = sequence(choice(day, month, year), optional(ofDay));
  return sequence(literal("P"), choice(ofCalendar, ofDay, parseEcmaRegex("\\d+W")));
}
