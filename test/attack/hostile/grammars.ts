// Grammars that are ambiguous, nullable, doubling, deep, or wrong in a thousand places.
import { type HostileInput, nested, ofGbnf, ofLark, upTo } from "../hostile-input.js";

const a = (times: number): string => "a".repeat(times);
const lines = (...parts: readonly string[]): string => parts.join("\n");
const NAME = "n".repeat(100_000);

/** Rules, each of which is the next one twice. */
const doubling = (times: number): string =>
  lines("start: r0", ...upTo(times).map((i) => `r${i}: r${i + 1} r${i + 1}`), `r${times}: "a"?`);

export const HOSTILE_GRAMMARS: readonly HostileInput[] = [
  ofLark("every split of a text", () => 'start: start start | "a"', a(300), "accepted refused"),
  ofLark("every split in three", () => 'start: start start start | start start | "a" | ""', a(60), "accepted refused"),
  ofLark(
    "terminals that match the same",
    () => "start: (A | B | C)+\nA: /a+/\nB: /a+b?/\nC: /[ab]+/",
    a(2_000),
    "accepted refused",
  ),
  ofLark("hidden left recursion", () => 'start: e start "a" | "b"\ne: ""|"c"', `b${a(500)}`, "accepted refused"),
  ofLark("rules that are each other", () => 'start: x\nx: y | "a"\ny: z\nz: x', "a", "accepted refused"),
  ofLark("rules that are each other and nothing else", () => "start: x\nx: y\ny: x", "a", "refused"),
  ofLark("right recursion of two thousand", () => 'start: "a" start | "b"', `${a(2_000)}b`, "accepted refused"),
  ofLark(
    "nested parentheses, three thousand deep",
    () => 'start: "(" start ")" | "a"',
    `${"(".repeat(3_000)}a${")".repeat(3_000)}`,
    "accepted refused",
  ),
  ofLark(
    "optional parts, forty deep",
    () => `start: ${nested(40, '"a"', (inner) => `("a" ${inner})?`)}`,
    a(20),
    "accepted refused",
  ),
  ofLark(
    "groups, three thousand deep",
    () => `start: ${"(".repeat(3_000)}"a"${")".repeat(3_000)}`,
    "a",
    "accepted refused",
  ),
  ofLark(
    "groups, a hundred thousand deep",
    () => `start: ${"(".repeat(100_000)}"a"${")".repeat(100_000)}`,
    "a",
    "accepted refused",
  ),
  ofLark("a rule that doubles sixty times", () => doubling(60), a(10), "accepted refused"),
  ofLark("counts of counts of rules", () => 'start: (x{100}){100}\nx: "a"', a(100), "incomplete refused"),
  ofLark("a count of a hundred thousand", () => 'start: x{0,100000}\nx: "a" | "b"', a(100), "accepted refused"),
  ofLark("counts of counts in a terminal", () => "start: A\nA: ((/a/{1,50}){1,50}){1,50}", a(100), "accepted refused"),
  ofLark(
    "what may be skipped is everything",
    () => "start: A\nA: /a/\n%ignore /(.|\\n)+/",
    "zzz",
    "incomplete accepted dead refused",
  ),
  ofLark("what may be skipped is nothing", () => 'start: "a"\n%ignore /b*/', "a", "accepted refused"),
  ofLark(
    "two thousand keywords beside a name",
    () =>
      lines(
        "start: (KEY | NAME)+",
        `KEY: ${upTo(2_000)
          .map((i) => `"key${i}"`)
          .join(" | ")}`,
        "NAME: /[a-z0-9]+/",
        '%ignore " "',
      ),
    "key7 key1999 key7x",
    "accepted refused",
  ),
  ofLark(
    "twenty thousand rules in a row",
    () => lines("start: r0", ...upTo(20_000).map((i) => `r${i}: r${i + 1}`), 'r20000: "a"'),
    "a",
    "accepted refused",
  ),
  ofLark("lazy terminals that never end", () => "start: t+\nt[lazy]: /a*/", a(10), "accepted dead incomplete refused"),
  ofLark(
    "an intersection of loops",
    () => "start: A\nA: /(a|b)*a(a|b){10}/ & /(a|b)*b(a|b){12}/ & ~/.*bb.*/",
    "b",
    "incomplete dead refused",
  ),
  ofLark("a name of a hundred thousand letters", () => `start: ${NAME}\n${NAME}: "a"`, "a", "accepted refused"),
  ofLark("a name of a hundred thousand letters that is missing", () => `start: ${NAME}`, "a", "refused"),
  ofLark(
    "a terminal of a hundred thousand letters that is missing",
    () => `start: ${NAME.toUpperCase()}`,
    "a",
    "refused",
  ),
  ofLark(
    "a rule twice, of a hundred thousand letters",
    () => `start: "a"\n${NAME}: "a"\n${NAME}: "b"`,
    "a",
    "refused accepted",
  ),
  ofLark(
    "ten thousand missing names",
    () =>
      `start: ${upTo(10_000)
        .map((i) => `x${i}`)
        .join(" ")}`,
    "a",
    "refused",
  ),
  ofLark("a string that never ends", () => `start: "${a(1_000_000)}`, "a", "refused"),
  ofLark("an unknown directive of a hundred thousand letters", () => `start: "a"\n%${NAME}`, "a", "refused"),
  ofLark(
    "a schema of a hundred thousand brackets",
    () => `start: %json ${'{"items":'.repeat(100_000)}`,
    "a",
    "refused",
  ),
  ofLark("a lone surrogate", () => 'start: "\ud800"', "a", "refused dead accepted incomplete"),
  ofLark(
    "prototype names as rules",
    () => 'start: constructor toString __proto__\nconstructor: "a"\ntoString: "b"\n__proto__: "c"',
    "abc",
    "accepted refused",
  ),
  ofGbnf("every split of a text", () => 'root ::= root root | "a"', a(300), "accepted refused"),
  ofGbnf("nothing, often", () => 'root ::= ("a"? "b"? "c"?)* ("a"*)* "d"', `${a(500)}d`, "accepted refused"),
  ofGbnf("counts of counts", () => 'root ::= ("a"{0,100}){0,100}', a(200), "accepted refused"),
  ofGbnf("rules that are each other", () => "root ::= a\na ::= b\nb ::= a", "a", "refused"),
  ofGbnf(
    "groups, a hundred thousand deep",
    () => `root ::= ${"(".repeat(100_000)}"a"${")".repeat(100_000)}`,
    "a",
    "accepted refused",
  ),
  ofGbnf("a name of a hundred thousand letters that is missing", () => `root ::= ${NAME}`, "a", "refused"),
  ofGbnf("a set that never ends", () => `root ::= [${a(100_000)}`, "a", "refused"),
];
