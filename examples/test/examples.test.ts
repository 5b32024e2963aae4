// Every example runs, and prints what it promises.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterEach, expect, test, vi } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(folder).filter((file) => file.endsWith(".ts"));

/** What the output of each example must look like. */
const printed: Readonly<Record<string, readonly RegExp[]>> = {
  "01-regex.ts": [/^(seed \d {3}free: ".*" +within: "\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d)?"\n?){3}$/],
  "02-lark-grammar.ts": [
    /\[[^\]]+\]/,
    /^text: {4}Server\(host="[a-z.]+", port=\d+.*\)$/m,
    /^complete, valid: \d+ tokens, \d+ steps/m,
  ],
  "03-your-own-loop.ts": [/^[→ ] \d+\.\d nats {3}if .*:$/m, /^[→ ] \d+\.\d nats {3}while .*:$/m, /→/],
  "04-check-and-sample.ts": [
    /^1\+2\*\(x-3\) {3}accepted$/m,
    /^1\+\*2 +dead at byte 2, expected NUMBER NAME "\("$/m,
    /inside NAME/,
  ],
  "05-test-your-grammar.ts": [
    /Law "membership" fails after "2[4-9]:/,
    /second grammar: .*\n {2}agrees with the judge on \d+ members/,
  ],
  "06-monitors.ts": [/^dead at 1 +rm -rf \/$/m, /^accepted +ls -la/m, /^the model: \$ [a-z]{2,6}/m],
  "07-export.ts": [/^start: "\["/m, /^root ::= "\["/m, /^200 of 200 sentences agree/m],
  "08-json.ts": [
    /^\{"a": \[1, -2\.5e3, "\\u00e9"\]\} +accepted$/m,
    /^\{"a": \[1 +incomplete\n\[01\] +dead\n\{"a": 1,\} +dead$/m,
    /^any {5}[[{].*[\]}]$/m,
    /^(server {2}\{"host":"[a-z.]+","port":\d+,"tags":\[.*\]\}\n?){3}$/m,
  ],
  "09-typed-object.ts": [
    /^so far {2}\{\}$/m,
    /^so far {2}\{"host":"[a-z]+\.[a-z]{2,3}","port":\d+\}$/m,
    /^server {2}[a-z]+\.[a-z]{2,3}:\d+, .* looks after it$/m,
    /^even {4}\d{3}[02468], in \d+ attempts?$/m,
    /^notice {2}zod validates complete values/m,
    /^error {3}invalid-value: .*never good enough$/m,
  ],
  "10-tool-calls.ts": [
    /^accepted +No call.*\naccepted +Let me.*\ndead +at 54 .*\ndead +at 59 /m,
    /^(thought {4}".*"\ncall {7}(weather: \d days of (Ulm|Bonn|Kiel)|remind: \d{4}-\d\d-\d\d)\n){3}/m,
    /^by parts {3}accepted$/m,
  ],
  "11-schema-in-a-grammar.ts": [
    /^incomplete: .*\ndead: /,
    /^(\/[a-z]{1,8} gives \d{1,3}( and \d{1,3}){0,2}\n){2}/m,
    /^2:8: #\/items\/type: .*"string"\?$/m,
  ],
  "12-fill-a-gap.ts": [
    /^h\), h \* 2 +accepted\nh +incomplete\n\] +dead\nshortest +"\)"$/m,
    /^model +".*" accepted$/m,
    /^problem +The prefix .* line 2, /m,
    /^no gap +prefix at 1:9$/m,
  ],
  // No key is asked for twice.
  "13-names-from-a-service.ts": [
    /^(os\.(getcwd|path)\b.* asked: os(, \w+)*\n?){3}$/,
    /^(?!.*asked:.*\b(\w+), (.*, )?\1(,|$))/,
  ],
  "14-repository-as-prompt.ts": [
    /^without {2}store\.load_(?!items).*\(path\)$/m,
    /^with {5}store\.load_items\(path\)$/m,
    /^store\.py, \d+ tokens:$/m,
    /took \d+ from store\.py: /,
  ],
  "16-media-player.ts": [
    /^accepted +player\.set_file/m,
    /^dead at 8 +player\.start/m,
    /^incomplete +player\.set_file/m,
    /(^keeps to it {2}".*"\n?){4}$/m,
  ],
  "17-over-lexemes.ts": [
    /^".*" accepted\n"open a;.*" incomplete\n"open a;.*read b;.*" dead at 13$/m,
    /^(the model: ".*" accepted\n?){3}$/m,
  ],
  "18-logits-processor.ts": [/^(so far \{.*\}\n){3}([a-z]{2,9}\.org:[1-9]\d{0,3}\n?){3}$/],
  "19-your-own-sampler.ts": [/^(\[[a-z]{2,8}(, [a-z]{2,8}){2,4}\] accepted\n?){3}$/],
  "20-test-your-monitor.ts": [
    /^no key: \d+ states; \d+ of \d+ states look like an earlier one: a key would make them one, and masks faster$/m,
    /^a key that forgets: Law "key" fails after ".*": the state .* has the key \d of /m,
    /^a key: \d+ states$/m,
  ],
  "21-beam-search.ts": [/^1 wide: \d+\.\d nats {3}[a-z]{1,8}\(.*\)\n4 wide: \d+\.\d nats {3}[a-z]{1,8}\(.*\)$/],
  "22-tool-loop.ts": [
    /^(call {4}(convert \{"celsius":-?\d+\} gives \{"fahrenheit":-?\d+(\.\d+)?\}|weather \{.*\} gives \{"degrees":\d+\})\n){1,7}answer {2}".*"$/,
  ],
  "25-members-that-exist.ts": [/^(.* closed: 10 names {3}invented: 0\n?){3}$/],
  "26-python-members.ts": [/^(".*" → "(with_ip|with_port|build|__\w+__).*" {3}closed: \d+\n?){3}$/],
  "29-typed-holes.ts": [
    /^interface Jar .*\ndeclare function shelved\(label: string\): Jar;$/m,
    /^without {2}jars\.createJar\("plums"\) {3}Property 'createJar' does not exist$/m,
    /^with {5}jars\.shelved\("plums"\) {3}compiles$/m,
  ],
  "28-objects.ts": [/^accepted +let b.*\nincomplete .*\naccepted .*\ndead at 44 /m],
  "27-columns-of-a-table.ts": [/^(users\.\w+ {3}a column: true {3}asked: members, 3 names\n?){3}$/],
  "24-best-of-four.ts": [/^(\d+\.\d nats a token {3}[a-z_]{1,12}\([a-z_]{1,12}(, [a-z_]{1,12})*\)\n?){4}$/],
  "23-indented-settings.ts": [
    /^accepted {3}"rt: 80"\nincomplete "rt:"\naccepted .*\naccepted .*\n(accepted {3}".*" by the model\n?){3}$/,
  ],
  "15-speculation.ts": [/^the same text as without: true, (4|5)\d tokens in ([1-9]|1\d) runs$/],
  "31-types-for-an-editor.ts": [/^Basket\nclass Basket:\n {4}def price\(self\) -> int\ndef empty\(\) -> Basket\n?$/],
};

afterEach(() => vi.restoreAllMocks());

test.for(examples)("%s", async (file, context) => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
    lines.push(values.join(" "));
  });
  await import(/* @vite-ignore */ `${folder}/${file}`);
  if (lines[0]?.includes("was found neither in")) return context.skip(lines[0]);
  const expected = printed[file];
  expect(expected, "examples/test/examples.test.ts says what each example prints").toBeDefined();
  for (const pattern of expected!) expect(lines.join("\n")).toMatch(pattern);
});

/** What people who write decoders of their own try. Deno and TypeScript's ways to resolve a package are tried in test/consumers.test.ts. */
const trials: Readonly<Record<string, string>> = {
  "a tool loop over 128,000 tokens": "22-tool-loop.ts",
  "a logits processor with batches": "18-logits-processor.ts",
  "a typestate over the lexemes of a grammar": "17-over-lexemes.ts",
  "asynchronous names": "13-names-from-a-service.ts",
  "laws with a planted bug": "20-test-your-monitor.ts",
  "indentation with a gap": "23-indented-settings.ts",
  "beam search": "21-beam-search.ts",
  speculation: "15-speculation.ts",
  "streaming partials": "09-typed-object.ts",
  "a custom sampler": "19-your-own-sampler.ts",
};

test.each(Object.entries(trials))("%s takes at most thirty lines", (_, file) => {
  expect(linesOfCode(readFileSync(`${folder}/${file}`, "utf8"))).toBeLessThanOrEqual(30);
});

/** Lines of code without imports, comments, closing brackets and what only prints or disposes. */
function linesOfCode(text: string): number {
  const source = ts.createSourceFile("example.ts", text, ts.ScriptTarget.Latest, true);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isExpressionStatement(node) && /^(await )?(console\.log|\w+\.dispose)\(/.test(node.getText())) return;
    if (node.getChildCount() === 0 && !/^[)\]}>;,]*$/.test(node.getText()))
      lines.add(source.getLineAndCharacterOfPosition(node.getStart()).line);
    for (const child of node.getChildren()) visit(child);
  };
  visit(source);
  return lines.size;
}

test.each(examples)("%s is short, and opens with what it shows", (file) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  expect(text.split("\n").length - 1).toBeLessThanOrEqual(50);
  expect(text).toMatch(/^\/\/ [A-Z]/);
});
