// Formats: a table of our own cases on both sides, independent judges where JavaScript has one, and random members. formats-suite.test.ts has the
// strings of the official JSON Schema Test Suite.
import { isIPv4, isIPv6 } from "node:net";
import type { Regex } from "@espalier/automata";
import { and, createEngine, equivalent, matches, randomMember } from "@espalier/automata";
import { describe, expect, test } from "vitest";
import { date, dateTime, type Later, time } from "../../src/formats/dates.js";
import { formatText, unenforceableFormats } from "../../src/formats/formats.js";
import { deferredTimes } from "../../src/nodes/string-keywords.js";
import { quoted } from "../../src/strings/quoting.js";
import { joinsUpTo, jsonOf, seed, seeded, utf8 } from "../text/judge.js";

const engine = createEngine();

function isFormat(name: string, text: string): boolean {
  return matches(formatText(name)!, utf8(text), engine);
}

const LABEL = "a".repeat(63);

const CASES: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  "date-time": [
    ["1985-04-12T23:20:50.52Z", "0000-02-29t00:00:00z", "1990-12-31T15:59:60-08:00", "9999-12-31T00:00:00+23:59"],
    [
      "1985-04-12 23:20:50Z",
      "1985-04-12T23:20:50",
      "1985-04-12T23:20:50.Z",
      "1985-04-31T00:00:00Z",
      "85-04-12T00:00:00Z",
    ],
  ],
  date: [
    ["2024-02-29", "2000-02-29", "1999-12-31", "0400-02-29"],
    ["2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-1-01", "2024-01-01 ", "2024-01-0১"],
  ],
  time: [
    ["00:00:00Z", "23:59:59.999999+00:00", "23:59:60z", "01:29:60+01:30", "00:29:60-23:30"],
    ["24:00:00Z", "00:60:00Z", "00:00:61Z", "00:00Z", "00:00:00", "23:59:60+01:00", "00:00:00+24:00", "00:00:00 Z"],
  ],
  duration: [
    ["P1Y2M3DT4H5M6S", "P3W", "PT36H", "P1M", "PT1M", "P1DT12H", "P0D", "PT1H1M"],
    ["P", "PT", "P1", "P1YT", "P1Y1D", "PT1H1S", "P1W1D", "1D", "P1.5D", "PT1D", "P1H", "p1d", "P-1D", "P1D "],
  ],
  email: [
    ["a@b", "first.last+tag@mail.example.org", '"a b\\"c"@d.e', "x@[IPv6:::1]", "x@[127.0.0.1]", "a@a--b.c"],
    [
      "a",
      "@b",
      "a@",
      "a..b@c",
      ".a@b",
      "a.@b",
      "a b@c",
      "a@-b",
      "a@b-",
      "a@b..c",
      "a@[1.2.3]",
      "é@b",
      '"a@b',
      "x@[x:y]",
    ],
  ],
  "idn-email": [
    ["é@b", "a@bücher.example", '"é"@b', "用户@例子.广告", "a@b"],
    ["a", "@é", "é@", "é..é@b", "a@-é"],
  ],
  hostname: [
    [
      "a",
      "A1.b2",
      "a-b.c--d",
      "1.2.3.4",
      `${LABEL}.com`,
      `${`${LABEL}.`.repeat(3)}${"a".repeat(61)}`,
      "a.b-c",
      "abcd",
      "ab-cd",
      "a--b",
      "ab--c",
      "x",
      "xn",
      "Xna",
      "xn-a",
      "x--n",
    ],
    [
      "",
      ".",
      "a.",
      ".a",
      "a..b",
      "-a",
      "a-",
      "a_b",
      `a${LABEL}`,
      `${`${LABEL}.`.repeat(3)}${"a".repeat(62)}`,
      "xn--bcher-kva",
      "a.XN--a",
      "é",
      "a b",
    ],
  ],
  ipv4: [
    ["0.0.0.0", "255.255.255.255", "1.20.100.9"],
    ["256.0.0.0", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.", " 1.2.3.4", "0x1.2.3.4", "1.2.3.4/8", "2130706433"],
  ],
  ipv6: [
    [
      "::",
      "::1",
      "1::",
      "1:2:3:4:5:6:7:8",
      "1:2:3:4:5:6:7::",
      "::2:3:4:5:6:7:8",
      "::ffff:1.2.3.4",
      "1:2:3:4:5:6:1.2.3.4",
    ],
    [
      ":",
      ":::",
      "1",
      "1:2:3:4:5:6:7",
      "1::2::3",
      "12345::",
      "1:2:3:4:5:6:7:1.2.3.4",
      "::1.2.3",
      "fe80::1%eth0",
      "[::1]",
      "::/0",
    ],
  ],
  uri: [
    [
      "a:",
      "http://x",
      "mailto:a@b.c",
      "urn:x:y",
      "http://[::1]:80/?q#f",
      "file:///etc",
      "a:/b//c",
      "http://a:b@c:80",
      "x:%41",
    ],
    [
      "",
      "a",
      "//x",
      "/a",
      "a b:",
      "1a:",
      "http://x y",
      "x:%4",
      "x:é",
      "http://[::1",
      "http://a:b:c/",
      "http://a@b@c/",
      "x:#a#b",
      "x:\\",
    ],
  ],
  "uri-reference": [
    ["", "a", "//x", "/a", "?q", "#f", "a/b:c", "./a:b", "http://x", "../..", "//[v1.a]"],
    ["é", "a b", ":a", "\\a", "%", "#a#b", "//[x]", "<a>", "1:a"],
  ],
  iri: [
    ["http://ƒøø.ßår/?∂=π#é", "x:é", "http://x/?\ue000", "x:😀"],
    ["é", "/é", "é:x", "x:\u0080", "x:\ue000", "x:\ufffe", "x:<"],
  ],
  "iri-reference": [
    ["", "é", "//é/é?\u{100000}", "#é", "a/é:b", "http://é"],
    ["\u0080", ":é", "é é", "#\ue000", "\\é"],
  ],
  "uri-template": [
    ["", "a", "{a}", "{+a.b,c*}", "{?a:3,b}", "a{b}c{#d}", "é{x}", "%41{%41}"],
    ["{", "}", "{}", "{a", "{a,}", "{a:0}", "{a:12345}", "{a**}", "{.}", "{a.}", "{é}", "a b", "%4", "<", "{a b}"],
  ],
  "json-pointer": [
    ["", "/", "/a/b", "/~0~1", "//", "/é\n", "/ "],
    ["a", "~", "/~", "/~2", "#/a", "/a~"],
  ],
  "relative-json-pointer": [
    ["0", "1/a", "0#", "12//", "10/~0"],
    ["", "/a", "01", "-1", "0##", "0#/a", "0/~", "a"],
  ],
  uuid: [
    ["123e4567-E89B-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
    [
      "",
      "123e4567e89b12d3a456426614174000",
      "123e4567-e89b-12d3-a456-42661417400",
      "{123e4567-e89b-12d3-a456-426614174000}",
      "g23e4567-e89b-12d3-a456-426614174000",
    ],
  ],
};

describe("our cases", () => {
  for (const [name, [valid, invalid]] of Object.entries(CASES)) {
    test(name, () => {
      for (const text of valid) expect([text, isFormat(name, text)]).toEqual([text, true]);
      for (const text of invalid) expect([text, isFormat(name, text)]).toEqual([text, false]);
      expect(formatText(name)).toBe(formatText(name));
    });
  }

  test("names that mean nothing here", () => {
    for (const name of [
      ...unenforceableFormats.keys(),
      "phone",
      "color",
      "host-name",
      "__proto__",
      "constructor",
      "",
    ]) {
      expect([name, formatText(name)]).toEqual([name, undefined]);
    }
    for (const reason of unenforceableFormats.values()) expect(reason).toMatch(/^[a-z].*[^.]$/u);
  });
});

describe("other judges", () => {
  test("every day of 2,800 years", () => {
    for (let year = 0; year < 2800; year++) {
      for (const [month, day] of [
        [2, 28],
        [2, 29],
        [2, 30],
        [4, 30],
        [4, 31],
        [12, 31],
        [12, 32],
      ] as const) {
        const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${day}`;
        // A day that does not exist becomes one of the next month.
        const parsed = new Date(Date.UTC(2000, 0, 1));
        parsed.setUTCFullYear(year, month - 1, day);
        if (isFormat("date", text) !== (parsed.getUTCMonth() === month - 1)) expect.fail(text);
      }
    }
  });

  test("all minutes with a second 60, at many offsets", () => {
    const two = (value: number): string => String(value).padStart(2, "0");
    let found = 0;
    for (let local = 0; local < 1440; local++) {
      for (const offset of [0, 1, 30, 45, 60, 330, 720, 765, 1410, 1425, 1439]) {
        for (const sign of [1, -1]) {
          const utc = (((local - sign * offset) % 1440) + 1440) % 1440;
          const text = `${two(Math.floor(local / 60))}:${two(local % 60)}:60${sign === 1 ? "+" : "-"}${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
          const leap = utc === 1439 && [0, 30, 45].includes(offset % 60);
          if (isFormat("time", text) !== leap) expect.fail(text);
          if (leap) found++;
        }
      }
    }
    expect(found).toBe(18);
  });

  test("with parts that are built later, formats mean the same, quoted too", () => {
    let parts = 0;
    const later: Later = (least, load) => {
      parts++;
      return deferredTimes(least, load);
    };
    const ofTime = time(later);
    expect(parts).toBe(24);
    for (const [lazy, name] of [[ofTime, "time"] as const, [dateTime(date(), ofTime), "date-time"] as const]) {
      const eager = formatText(name)!;
      expect(equivalent(lazy, eager)).toEqual({ holds: true });
      expect(equivalent(quoted(lazy), quoted(eager))).toEqual({ holds: true });
    }
  });

  test("IP addresses, against node:net", () => {
    for (const text of joinsUpTo(["1:", "ab:", "::", "2", "1.2.3.4"], 6)) {
      if (isFormat("ipv6", text) !== isIPv6(text)) expect.fail(text);
    }
    for (const text of joinsUpTo(["0", "1", "25", "6", ".", "255."], 5)) {
      if (isFormat("ipv4", text) !== isIPv4(text)) expect.fail(text);
    }
  });

  test("labels of host names, hyphens anywhere", () => {
    for (const text of joinsUpTo(["x", "n", "-", "."], 7)) {
      const labels = text.split(".");
      const valid = labels.every((label) => /^[xn]([xn-]*[xn])?$/u.test(label));
      if (isFormat("hostname", text) !== (valid && !/(?:^|\.)xn--/u.test(text))) expect.fail(text);
    }
    for (let length = 58; length < 70; length++) {
      for (const first of ["a", "x", "xn", "xna", "xn-a", "x-"]) {
        expect([length, first, isFormat("hostname", first.padEnd(length, "n"))]).toEqual([length, first, length <= 63]);
      }
    }
  });

  test("random URIs are URLs or need no base, and name what they match", () => {
    const random = seeded(seed);
    for (let i = 0; i < 300; i++) {
      const text = textOf(formatText("uri")!, random);
      const parsed = /^([^:/?#]+):(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$/u.exec(text);
      expect([text, parsed !== null]).toEqual([text, true]);
      expect(isFormat("iri", text) && isFormat("uri-reference", text) && isFormat("iri-reference", text)).toBe(true);
    }
  });

  test("random members of every format, quoted", () => {
    const random = seeded(seed);
    for (const name of Object.keys(CASES)) {
      const regex = formatText(name)!;
      for (let i = 0; i < 30; i++) {
        const text = textOf(quoted(regex), random);
        const value = jsonOf(text);
        expect([name, text, typeof value]).toEqual([name, text, "string"]);
        expect([name, text, isFormat(name, value as string)]).toEqual([name, text, true]);
      }
    }
  });
});

test("no text is a host name and a URI", () => {
  // A search for a bound looked for bounds of its own, until the stack overflowed (found by the soak).
  const both = [formatText("hostname")!, formatText("uri")!];
  expect(createEngine().intern(and(...both))).toBe(0);
  expect(createEngine().intern(and(...both.map((format) => quoted(format))))).toBe(0);
});

function textOf(regex: Regex, random: () => number): string {
  return Buffer.from(randomMember(regex, random, { engine, maxBytes: 120 })!).toString("utf8");
}
