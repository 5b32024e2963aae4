// Dates and times of RFC 3339, with the days of each month, leap years and leap seconds; durations of its appendix A.
import type { Regex } from "@espalier/automata";
import { and, choice, choiceOf, literal, optional, parseRegex, sequence } from "@espalier/automata";

/** `full-date`: four digits of year, so 0000 (a leap year of the Gregorian rule) to 9999. */
export function date(): Regex {
  const day = parseRegex(
    "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])",
  );
  const leapYear = parseRegex("\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00");
  return choice(sequence(parseRegex("\\d{4}-"), day), sequence(leapYear, literal("-02-29")));
}

/** `full-time`. Second 60 is one that UTC may insert: 23:59:60 at offset zero. */
export function time(): Regex {
  const fraction = parseRegex("(?:\\.\\d+)?");
  const hour = "(?:[01]\\d|2[0-3])";
  const ordinary = sequence(parseRegex(`${hour}:[0-5]\\d:[0-5]\\d`), fraction, parseRegex(`[Zz]|[+-]${hour}:[0-5]\\d`));
  return choice(ordinary, leapSecond(fraction));
}

/** `date-time`: a date and a time of those. */
export function dateTime(ofDate: Regex, ofTime: Regex): Regex {
  return sequence(ofDate, parseRegex("[Tt]"), ofTime);
}

/**
 * The local times at which it is 23:59:60 in UTC, each with its offset. With local time h:m and offset x:y
 *
 *   east   h:m = 23:59 + x:y      y = m + 1, x = h         or, for m = 59,   y = 0, x = h + 1 (of 24)
 *   west   h:m = 23:59 − x:y      y = 59 − m, x = 23 − h
 *
 * Hours and minutes are related one by one, and a text must satisfy both relations: 84 short alternatives, where the
 * pairs would be 1,440.
 */
function leapSecond(fraction: Regex): Regex {
  const two = (value: number): Regex => literal(String(value).padStart(2, "0"));
  const anyTwo = parseRegex("\\d\\d");
  const [colon, plus, minus, sixty] = [literal(":"), literal("+"), literal("-"), sequence(literal(":60"), fraction)];
  const hours = Array.from({ length: 24 }, (_, h) =>
    sequence(two(h), colon, anyTwo, sixty, choice(sequence(plus, two(h)), sequence(minus, two(23 - h))), colon, anyTwo),
  );
  const minutes = Array.from({ length: 60 }, (_, m) => {
    const west = sequence(minus, anyTwo, colon, two(59 - m));
    const either = m === 59 ? west : choice(sequence(plus, anyTwo, colon, two(m + 1)), west);
    return sequence(anyTwo, colon, two(m), sixty, either);
  });
  const lastMinutes = Array.from({ length: 24 }, (_, h) =>
    sequence(two(h), literal(":59"), sixty, plus, two((h + 1) % 24), literal(":00")),
  );
  const zulu = sequence(literal("23:59"), sixty, parseRegex("[Zz]"));
  return choice(and(choiceOf(hours), choiceOf(minutes)), choiceOf(lastMinutes), zulu);
}

/** `duration` of RFC 3339, appendix A: units in order and without gaps (no P1Y1D), whole numbers, weeks by themselves. */
export function duration(): Regex {
  const second = parseRegex("\\d+S");
  const minute = sequence(parseRegex("\\d+M"), optional(second));
  const hour = sequence(parseRegex("\\d+H"), optional(minute));
  const ofDay = sequence(literal("T"), choice(hour, minute, second));
  const day = parseRegex("\\d+D");
  const month = sequence(parseRegex("\\d+M"), optional(day));
  const year = sequence(parseRegex("\\d+Y"), optional(month));
  const ofCalendar = sequence(choice(day, month, year), optional(ofDay));
  return sequence(literal("P"), choice(ofCalendar, ofDay, parseRegex("\\d+W")));
}
