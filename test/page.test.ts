// The page of examples/page, used in Chromium as a person uses it, under a policy that forbids inline scripts, `eval` and workers from blobs. Screenshots at two
// widths go to ESPALIER_SCREENSHOTS, where that names a folder.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { check, jsonSchema, lark, regex } from "espalier";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { modelFolder } from "../models/tiny-fim/index.js";
import { chromiumPath, launchChromium, NO_CHROMIUM } from "./support/chromium.js";
import type { FileServer, Serving } from "./support/file-server.js";
import { bundlePage, POLICY, servePage } from "./support/page-server.js";

const folder = mkdtempSync(path.join(tmpdir(), "espalier-page-"));
let server: FileServer;
let browser: Browser;
let page: Page;
/** What went wrong in the page, apart from what a test asks for. */
const complaints: string[] = [];

async function openPage(): Promise<Page> {
  const opened = await browser.newPage();
  opened.on("pageerror", (error) => complaints.push(String(error)));
  opened.on("console", (message) => {
    // A file that a model may have and this one has not.
    const missing = /404/.test(message.text()) && /chat_template\.jinja$/.test(message.location().url);
    if (message.type() === "error" && !missing) complaints.push(message.text());
  });
  await opened.goto(server.address);
  await says(opened, /^Ready\.$/);
  return opened;
}

/** Waits until the status line is as wanted, and gives it. */
async function says(where: Page, wanted: RegExp): Promise<string> {
  const matching = async (): Promise<string> => {
    const text = (await where.textContent("#status")) ?? "";
    expect(text).toMatch(wanted);
    return text;
  };
  return vi.waitFor(matching, { timeout: 50_000, interval: 20 });
}

const DONE = /^A valid text: \d+ tokens? in \d+ ms/;
const textIn = async (where: Page): Promise<string> => (await where.textContent("#text")) ?? "";

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  await bundlePage(folder);
  browser = await launchChromium(chromiumPath);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach((context) => {
  if (chromiumPath === undefined) context.skip(NO_CHROMIUM);
});

describe("the page", () => {
  beforeAll(async () => {
    if (chromiumPath === undefined) return;
    server = await servePage(folder);
    page = await openPage();
  });
  afterAll(async () => {
    await page?.close();
    await server?.close();
  });

  test("writes JSON of the schema that it shows, and the value grows with the text", async () => {
    await page.click("#generate");
    await says(page, DONE);
    const text = await textIn(page);
    const schema = JSON.parse(await page.inputValue("#language")) as object;
    expect(check(jsonSchema(schema), text).verdict).toBe("accepted");
    expect(JSON.parse((await page.textContent("#value")) ?? "")).toEqual(JSON.parse(text));
  });

  test.each([
    ["lark", lark],
    ["regex", regex],
  ] as const)("writes a text of a %s", async (kind, languageOf) => {
    await page.selectOption("#kind", kind);
    await page.click("#generate");
    await says(page, DONE);
    const language = languageOf((await page.inputValue("#language")) ?? "");
    expect(check(language, await textIn(page)).verdict).toBe("accepted");
  });

  test("the same seed gives the same text, in another tab too", async () => {
    const write = async (where: Page): Promise<string> => {
      await where.selectOption("#kind", "regex");
      await where.fill("#language", "[a-z]{3,12}");
      await where.fill("#seed", "41");
      await where.click("#generate");
      await says(where, DONE);
      return textIn(where);
    };
    const other = await openPage();
    const both = await Promise.all([write(page), write(other)]);
    await other.close();
    expect(both[0]).toMatch(/^[a-z]{3,12}$/);
    expect(both[1]).toBe(both[0]);
  });

  test("another text has the next seed, and stands after the prompt", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "[a-z]{3,12}");
    const seed = Number(await page.inputValue("#seed"));
    await page.click("#generate");
    await says(page, DONE);
    const first = await textIn(page);
    await page.click("#another");
    await says(page, DONE);
    expect(await page.inputValue("#seed")).toBe(String(seed + 1));
    expect(await textIn(page)).not.toBe(first);
    expect(await page.textContent("#before")).toBe(await page.inputValue("#prompt"));
  });

  test("says what is wrong with a language, and goes on", async () => {
    await page.selectOption("#kind", "schema");
    await page.fill("#language", '{ "type": "integr" }');
    await page.click("#generate");
    await says(page, /^Nothing was written\.$/);
    expect(await page.textContent("#problem")).toContain("integr");
    await page.fill("#language", '{ "type": "integer" }');
    await page.click("#generate");
    await says(page, DONE);
    expect(await textIn(page)).toMatch(/^\s?-?\d+$/);
    expect(await page.textContent("#value")).toBe((await textIn(page)).trim());
    expect(await page.textContent("#problem")).toBe("");
  });

  test.each([
    ['{ "$ref": "https://example.org/z" }', /This page fetches no other schemas\. Write them into "\$defs"/],
    ["3", /^A schema is a JSON object, such as/],
    ["null", /^A schema is a JSON object, such as/],
  ])("says what is wrong with a schema in the words of the page: %s", async (schema, problem) => {
    await page.selectOption("#kind", "schema");
    await page.fill("#language", schema);
    await page.click("#generate");
    await says(page, /^Nothing was written\.$/);
    expect(await page.textContent("#problem")).toMatch(problem);
  });

  test("tells of a keyword that it does not know", async () => {
    await page.selectOption("#kind", "schema");
    await page.fill("#language", '{ "type": "integer", "minimun": 3 }');
    await page.click("#generate");
    await says(page, DONE);
    const notices = await page.textContent("#notices");
    expect(notices).toContain("#/minimun");
    expect(notices).toMatch(/Did you mean `minimum`\?$/);
  });

  test.each([
    ["schema", /^The schema is not JSON: /],
    ["lark", /^There is no rule `start`\. /],
  ])("tells what is missing in an empty box: %s", async (kind, problem) => {
    await page.selectOption("#kind", kind);
    await page.fill("#language", "");
    await page.click("#generate");
    await says(page, /^Nothing was written\.$/);
    expect(await page.textContent("#problem")).toMatch(problem);
  });

  test("the empty text is one of an empty expression", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "");
    await page.click("#generate");
    await says(page, /^A valid text: the empty one\.$/);
  });

  test("tells that the slashes around a regular expression are a part of the text", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "/abc/i");
    await page.click("#generate");
    await says(page, DONE);
    expect(await textIn(page)).toBe("/abc/i");
    expect(await page.textContent("#notices")).toMatch(/^The text has these slashes, too/);
    await page.fill("#language", "abc");
    await page.click("#generate");
    await says(page, DONE);
    expect(await page.textContent("#notices")).toBe("");
  });

  test.each([
    ["allOf", '{ "allOf": [{ "type": "integer", "minimum": 3 }, { "maximum": 12, "multipleOf": 2 }] }'],
    ["names", '{ "type": "object", "patternProperties": { "^x": { "type": "null" } }, "additionalProperties": false }'],
    ["any keys", '{ "type": "object", "additionalProperties": { "type": "boolean" }, "maxProperties": 2 }'],
  ])("writes JSON of a schema that needs the full compiler: %s", async (_, schema) => {
    await page.selectOption("#kind", "schema");
    await page.fill("#language", schema);
    await page.click("#generate");
    expect(await says(page, DONE)).toMatch(
      / in \d+ ms, after \d+ ms of preparation\. The model took [\d.]+ % of the writing/,
    );
    expect(check(jsonSchema(JSON.parse(schema) as object), await textIn(page)).verdict).toBe("accepted");
  });

  test("keeps what was typed for each kind of rules, and clears the last text when the kind changes", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "[a-z]{3}");
    await page.click("#generate");
    await says(page, DONE);
    await page.selectOption("#kind", "lark");
    expect(await textIn(page)).toBe("");
    await page.selectOption("#kind", "regex");
    expect(await page.inputValue("#language")).toBe("[a-z]{3}");
    await says(page, /^Ready\.$/);
  });

  test("refuses a language whose texts are too long for it", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "[a-z ]{5000}");
    await page.click("#generate");
    await says(page, /^Nothing was written\.$/);
    expect(await page.textContent("#problem")).toContain("96 tokens may be too few");
    await page.fill("#language", "[a-z ]{100}");
    await page.fill("#most", "100");
    await page.click("#generate");
    await says(page, DONE);
    await page.fill("#most", "96");
  });

  test("stops when it is told to", async () => {
    await page.selectOption("#kind", "regex");
    await page.fill("#language", "[a-z ]{80,}");
    // At once: on a busy machine the text would be whole before a second click arrived.
    await page.evaluate('for (const id of ["generate", "stop"]) document.getElementById(id).click();');
    await says(page, /^Stopped\. /);
  });

  test("can be used by people who do not see it", async () => {
    const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
    // By the protocol of the browser's tools, which the page's policy does not bind.
    await page.evaluate(readFileSync(axe, "utf8"));
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  });

  test("fits wide and narrow screens", async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
        true,
      );
      const shots = process.env.ESPALIER_SCREENSHOTS;
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, `page-${width}.png`), fullPage: true });
    }
  });

  test("nothing of it was refused by the policy or thrown away", () => {
    expect(complaints).toEqual([]);
  });
});

type Answering = NonNullable<Serving["answer"]>;
/** Answers one file in place of the server. */
const instead =
  (file: string, send: (response: Parameters<Answering>[1]) => unknown): Answering =>
  ({ url = "" }, response) => {
    if (!url.endsWith(file)) return false;
    send(response);
    return true;
  };
const fileOfModel = (name: string): Buffer => readFileSync(path.join(modelFolder, name));

describe("where something is missing or forbidden, the page says so", () => {
  const NO_MODEL = /^The model could not be loaded\. Reload the page to try again\.$/;
  const cases: readonly (readonly [string, Serving, RegExp, RegExp])[] = [
    [
      "a model that is missing",
      { answer: instead(".onnx", (response) => response.writeHead(404).end()) },
      NO_MODEL,
      /^The server does not have this model file\. \(onnx\/model\.onnx\)/,
    ],
    [
      "a model that is truncated",
      { answer: instead("model.onnx", (response) => response.end(fileOfModel("onnx/model.onnx").subarray(0, 50_000))) },
      NO_MODEL,
      /may be truncated/,
    ],
    [
      "a model that is too large",
      {
        answer: instead("model.onnx", (response) => response.writeHead(200, { "content-length": 2 ** 45 }).write("x")),
      },
      NO_MODEL,
      /larger than an ONNX file can be/,
    ],
    [
      "the tokenizer of another model",
      { answer: instead("/tokenizer.json", (response) => response.end(tokenizerWithAnotherToken())) },
      NO_MODEL,
      /^The tokenizer.s text tokens go up to id 99999 /,
    ],
    [
      "a runtime that is not served",
      { answer: instead(".wasm", (response) => response.writeHead(404).end()) },
      NO_MODEL,
      /^onnxruntime-web cannot start: .*Serve its files/,
    ],
    [
      "a policy without WebAssembly",
      { headers: { "content-security-policy": POLICY.replace("'wasm-unsafe-eval'", "") } },
      NO_MODEL,
      /The page's policy must allow WebAssembly/,
    ],
    [
      "a policy without workers",
      { headers: { "content-security-policy": POLICY.replace("worker-src 'self'", "worker-src 'none'") } },
      /^This page cannot work here\./,
      /worker-src/,
    ],
  ];

  test.each(cases)("%s", async (_, serving, status, problem) => {
    const its = await servePage(folder, serving);
    const context = await browser.newContext();
    const opened = await context.newPage();
    await opened.goto(its.address);
    await says(opened, status);
    expect(await opened.textContent("#problem")).toMatch(problem);
    expect(await opened.isEnabled("#generate")).toBe(false);
    expect(await opened.isVisible("#loading")).toBe(false);
    await context.close();
    await its.close();
  });

  test("a server that stalls: the page says what it waits for, and the download can be cancelled", async () => {
    const its = await servePage(folder, {
      answer: instead("model.onnx", (response) =>
        response.writeHead(200, { "content-length": 1_000_000 }).write(fileOfModel("onnx/model.onnx").subarray(0, 500)),
      ),
    });
    const context = await browser.newContext();
    const opened = await context.newPage();
    await opened.goto(its.address);
    await says(opened, /^Still waiting for onnx\/model\.onnx of the model: nothing has come for \d+ s\.$/);
    await opened.click("#cancel");
    await says(opened, NO_MODEL);
    expect(await opened.textContent("#problem")).toBe("You have cancelled the download.");
    expect(await opened.isVisible("#cancel")).toBe(false);
    await context.close();
    await its.close();
  });

  test("but memory that threads would share, and storage, it can do without", async () => {
    // Not isolated from other origins, so there is no SharedArrayBuffer.
    const its = await servePage(folder, { headers: { "content-security-policy": POLICY } });
    const context = await browser.newContext();
    await context.addInitScript("delete globalThis.caches;");
    const opened = await context.newPage();
    await opened.goto(its.address);
    await says(opened, /^Ready\.$/);
    expect(await opened.evaluate("'SharedArrayBuffer' in globalThis || 'caches' in globalThis")).toBe(false);
    await opened.click("#generate");
    await says(opened, DONE);
    await context.close();
    await its.close();
  });
});

function tokenizerWithAnotherToken(): string {
  const file = JSON.parse(fileOfModel("tokenizer.json").toString()) as { added_tokens: { id: number }[] };
  const [last] = file.added_tokens.slice(-1);
  file.added_tokens.push({ ...last!, id: 99_999, ...{ content: "another", special: false } });
  return JSON.stringify(file);
}
