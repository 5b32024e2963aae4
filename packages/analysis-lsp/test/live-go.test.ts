// gopls: lists of Go are whole, since a receiver whose type is known has no members beyond them.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { monitorOf, written } from "./live-monitors.js";

const LIB = `package main

type Node struct{ size int }

func (n *Node) WithIp() *Node { return n }
func (n *Node) Build() string { return "" }
func NewNode() *Node          { return &Node{} }

type Playing struct{}
type Stopped struct{}

func (Playing) Stop() Stopped            { return Stopped{} }
func (Playing) AwaitCompletion() Stopped { return Stopped{} }
func (Stopped) Reset() Stopped           { return Stopped{} }
`;
const HEAD = 'package main\n\nimport "strings"\n\nfunc use(a any, e error) {\n\tx := ';
const TAIL = "\n\t_ = x\n}\n\nvar _ = strings.ToLower\n";

function hasGo(): boolean {
  try {
    execFileSync("go", ["version"]);
    return true;
  } catch {
    return false;
  }
}

test("gopls", { timeout: 300_000 }, async (context) => {
  if (commandOf("gopls") === undefined || !hasGo()) return context.skip(`${whyNot("gopls")}; and Go itself`);
  const { monitor } = await monitorOf("gopls", { "go.mod": "module example.com/x\n\ngo 1.21\n", "lib.go": LIB });
  expect(monitor.status()).toMatchObject({ state: "ready", failures: [] });
  for (const [receiver, refused, allowed] of [
    // T1 and T5; T2, T3 and T6; T11.
    ["NewNode().", "Builds()", "Build()"],
    ["(&Node{}).WithIp().", "hostAddress()", "WithIp()"],
    ["Playing{}.AwaitCompletion().", "Stop()", "Reset()"],
    ["NewNode().", "Size", "size"],
    ["strings.", "ToLowercase(s)", "ToLower(s)"],
    ["e.", "Message()", "Error()"],
    ["NewNode().\n\t\t// a comment\n\t\t", "build()", "Build()"],
  ] as const)
    expect({
      receiver,
      ...(await written(monitor, "main.go", `${HEAD}${receiver}▮${TAIL}`, [refused, allowed])),
    }).toEqual({
      receiver,
      allowed: [allowed],
      answer: "closed",
      reason: undefined,
    });
  for (const [marked, kind] of [
    [`${HEAD}a.▮${TAIL}`, "unknown"],
    [`${HEAD}missing.▮${TAIL}`, "unknown"],
    [`${HEAD}NewNode().▮`, "open"],
  ] as const)
    expect({ marked, kind: (await written(monitor, "main.go", marked, [])).answer }).toEqual({ marked, kind });
  // A type assertion takes a bracket in place of a name.
  expect((await written(monitor, "main.go", `${HEAD}e.▮${TAIL}`, ["(error)"])).allowed).toEqual(["(error)"]);
});

test("gopls counts arguments", { timeout: 300_000 }, async (context) => {
  if (commandOf("gopls") === undefined || !hasGo()) return context.skip(`${whyNot("gopls")}; and Go itself`);
  const files = {
    "go.mod": "module example.com/x\n\ngo 1.21\n",
    "lib.go": `${LIB}\nfunc pair(a, b int) int { return a }\nfunc rest(a int, xs ...int) int { return a }\n`,
  };
  const { monitor } = await monitorOf("gopls", files, { questions: ["signatures"] });
  const texts = [")", "a)", "a, b)", "a, b, c)"];
  for (const [call, allowed] of [
    // Go passes the two results of one call as two arguments.
    ["pair(", ["a)", "a, b)"]],
    ["rest(", ["a)", "a, b)", "a, b, c)"]],
    ["NewNode().Build(", [")"]],
    ["strings.ToLower(", ["a)"]],
  ] as const)
    expect({ call, ...(await written(monitor, "main.go", `${HEAD}${call}▮)${TAIL}`, texts)) }).toEqual({
      call,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  expect((await written(monitor, "main.go", `${HEAD}int(▮)${TAIL}`, [])).answer).toBe("unknown");
});
