// Patterns as schema libraries write them, for the formats people use; samples of each on both sides, and random members
// judged by the JavaScript engine.
import { createEngine, matches, parseRegex, randomMember, regexMonitor } from "@espalier/automata";
import { describe, expect, test } from "vitest";
import { seeded } from "./random.js";
import { seed } from "./twin.js";

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const H16 = "[0-9a-fA-F]{1,4}";
const DATE =
  "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?";

const FORMATS: Readonly<Record<string, readonly [pattern: string, yes: readonly string[], no: readonly string[]]>> = {
  email: [
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
    ["a@b.co", "first.last+tag@mail.example.org"],
    [".a@b.co", "a..b@c.de", "a@b", "a.@b.co"],
  ],
  uuid: [
    "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000)$",
    ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
    ["123e4567-e89b-92d3-a456-426614174000", "123e4567e89b12d3a456426614174000"],
  ],
  date: [`^${DATE}$`, ["2024-02-29", "1999-12-31", "2000-02-29"], ["2023-02-29", "1900-02-29", "2024-04-31"]],
  "date-time": [
    `^${DATE}T(?:${TIME}(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d))$`,
    ["2024-02-29T23:59:59.123Z", "2026-11-20T01:02+01:30"],
    ["2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01"],
  ],
  ipv4: [`^(?:${OCTET}\\.){3}${OCTET}$`, ["0.0.0.0", "255.10.99.1"], ["256.1.1.1", "1.2.3", "01.2.3.4"]],
  ipv6: [
    `^((${H16}:){7}${H16}|(${H16}:){1,7}:|(${H16}:){1,6}:${H16}|(${H16}:){1,5}(:${H16}){1,2}|(${H16}:){1,4}(:${H16}){1,3}|(${H16}:){1,3}(:${H16}){1,4}|(${H16}:){1,2}(:${H16}){1,5}|${H16}:((:${H16}){1,6})|:((:${H16}){1,7}|:))$`,
    ["::1", "2001:db8::ff00:42:8329", "1:2:3:4:5:6:7:8", "::"],
    ["1:2:3:4:5:6:7", ":::", "12345::", "1::2::3"],
  ],
  cidr: [`^(?:${OCTET}\\.){3}${OCTET}\\/(?:[0-9]|[1-2][0-9]|3[0-2])$`, ["10.0.0.0/8"], ["10.0.0.0/33", "10.0.0.0"]],
  base64: [
    "^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$",
    ["", "QUJD", "QQ=="],
    ["Q", "Q==="],
  ],
  hostname: [
    "^(?=.{1,253}\\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\\.?$",
    ["example.org", "a-b.c."],
    ["-a.b", "a..b", `${"a".repeat(64)}.org`, `${"a.".repeat(127)}b`],
  ],
  duration: [
    "^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+([.,]\\d+)?S)?)?)$",
    ["P1Y2M3DT4H5M6S", "P3W", "PT0.5S"],
    ["P", "PT", "P1Y1W", "1Y"],
  ],
  "json number": ["-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", ["0", "-1.5e+10"], ["01", ".5", "1.", "+1"]],
  "json string": [
    '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"',
    ['""', '"é\\u00e9\\n"'],
    ['"', '"\n"', '"\\x"'],
  ],
  emoji: ["^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$", ["😀👍"], ["a"]],
  ulid: ["^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$", ["01ARZ3NDEKTSV4RRFFQ69G5FAV"], ["01ARZ3NDEKTSV4RRFFQ69G5FAU"]],
};

describe("formats", () => {
  for (const [name, [pattern, yes, no]] of Object.entries(FORMATS)) {
    test(name, () => {
      const engine = createEngine();
      const regex = parseRegex(pattern);
      const judge = new RegExp(`^(?:${pattern})$`, "u");
      for (const text of yes) expect([text, matches(regex, Buffer.from(text), engine)]).toEqual([text, true]);
      for (const text of no) expect([text, matches(regex, Buffer.from(text), engine)]).toEqual([text, false]);
      const random = seeded(seed);
      const monitor = regexMonitor(regex, engine);
      for (let i = 0; i < 60; i++) {
        const member = randomMember(regex, random, { engine, maxBytes: 100 });
        const text = Buffer.from(member!).toString("utf8");
        expect([text, judge.test(text)]).toEqual([text, true]);
        expect(member!.length).toBeLessThanOrEqual(100);
        // No dead ends, and costs that shrink to nothing.
        let state: number | undefined = monitor.start;
        for (const [at, byte] of member!.entries()) {
          expect(monitor.cost(state!)).toBeLessThanOrEqual(member!.length - at);
          state = monitor.step(state!, byte);
        }
        expect(monitor.accepts(state!)).toBe(true);
      }
    });
  }
});
