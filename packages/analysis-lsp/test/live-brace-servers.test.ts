// Rust-analyzer, clangd and the Java server: the scenarios of monitor-guided decoding as far as names of members reach, and what must stay open. The first
// text of each pair is what a model writes without a monitor.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandOf, whyNot } from "../../../test/support/language-servers.js";
import { monitorOf, written } from "./live-monitors.js";

type Scenario = readonly [title: string, marked: string, refused: string, allowed: string];
type Undecided = readonly [marked: string, kind: "open" | "unknown"];
interface Language {
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
  readonly head: string;
  readonly scenarios: readonly Scenario[];
  readonly undecided: readonly Undecided[];
}

/** A folder for what the Java server keeps. It is gone at the end of the test, after the server. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "espalier-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const RUST: Language = {
  file: "src/main.rs",
  files: {
    "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/main.rs": "mod nodes;\nmod player;\nfn main() {}\n",
    "src/nodes.rs": `pub struct ServerNode { pub port: u32, secret: u8 }
pub struct Builder { ip: String }
impl ServerNode { pub fn new_server_node() -> Builder { Builder { ip: String::new() } } }
impl Builder {
    pub fn with_ip(self, ip: &str) -> Builder { self }
    pub fn with_ip_port(self, ip: &str, port: u32) -> Builder { self }
    pub fn build(self) -> ServerNode { ServerNode { port: 1, secret: 2 } }
}
pub enum Intrinsic { X86Comisdlt, X86Comisdeq }
pub enum X86Condition { Below, NotEqual }
`,
    "src/player.rs": `pub struct Playing;
pub struct Stopped;
impl Playing { pub fn stop(self) -> Stopped { Stopped } pub fn await_completion(self) -> Stopped { Stopped } }
impl Stopped { pub fn reset(self) -> Stopped { Stopped } pub fn prepare(self) -> Playing { Playing } }
`,
  },
  head: "mod nodes;\nmod player;\nuse nodes::*;\nuse player::*;\nfn main() {}\n",
  scenarios: [
    ["T1, T5: an associated function", "fn f() { let n = ServerNode::▮; }\n", "builder()", "new_server_node()"],
    [
      "T2, T6: a builder",
      "fn f() { let n = ServerNode::new_server_node()\n    .▮; }\n",
      "host_address(a)",
      "with_ip_port(a, 1)",
    ],
    [
      "T3: after a call in the chain",
      'fn f() { let n = ServerNode::new_server_node().with_ip_port("a", 1).▮; }\n',
      "host()",
      "build()",
    ],
    [
      "T9: a variant",
      "fn f(op: Intrinsic) { match op { Intrinsic::X86Comisdeq => {}, Intrinsic::▮ => {} } }\n",
      "X86Comisdgt",
      "X86Comisdlt",
    ],
    ["T10: and of the one beside it", "fn f() -> X86Condition { X86Condition::▮ }\n", "LessThan", "Below"],
    [
      "T11: a state after a call",
      "fn f(p: Playing) { let p = p.await_completion(); let q = p.▮; }\n",
      "stop()",
      "reset()",
    ],
    ["a field that is public", "fn f(n: ServerNode) { let q = n.▮; }\n", "secret;", "port;"],
    ["after characters beyond the basic plane", 'fn f() { let s = ("😀é", "a".▮); }\n', "length()", "len()"],
    ["in a macro's arguments", 'fn f() { println!("{}", "a".▮); }\n', "length()", "len()"],
  ],
  undecided: [
    ["fn f() { let v = missing.▮; }\n", "open"],
    ["fn f() { let v = Vec::new(); let b = v[0].▮; }\n", "open"],
    ["fn f(n: ServerNode) { let q = n.▮", "open"],
  ],
};

const CPP: Language = {
  file: "main.cpp",
  files: {
    "nodes.h": `#pragma once
#include <string>
struct Builder;
struct ServerNode { static Builder newServerNode(); int port; private: int secret; };
struct Builder { Builder& withIp(std::string ip); Builder& withIpPort(std::string ip, int port); ServerNode build(); };
enum class Intrinsic { X86Comisdlt, X86Comisdeq };
enum class X86Condition { Below, NotEqual };
struct Stopped { Stopped reset(); };
struct Playing { Stopped stop(); Stopped awaitCompletion(); };
`,
  },
  head: '#include "nodes.h"\n#include <vector>\n',
  scenarios: [
    ["T1, T5: a static factory", "void f() { auto n = ServerNode::▮; }\n", "builder()", "newServerNode()"],
    [
      "T2, T6: a builder",
      "void f() { auto n = ServerNode::newServerNode()\n    .▮; }\n",
      "hostAddress(a)",
      'withIpPort("a", 1)',
    ],
    [
      "T3: after a call in the chain",
      'void f() { auto n = ServerNode::newServerNode().withIpPort("a", 1).▮; }\n',
      "host()",
      "build()",
    ],
    [
      "T9: an enumerator",
      "int f(Intrinsic op) { switch (op) { case Intrinsic::▮: return 1; } }\n",
      "X86Comisdgt",
      "X86Comisdlt",
    ],
    ["T10: and of the one beside it", "X86Condition f() { return X86Condition::▮; }\n", "LessThan", "Below"],
    ["T11: a state after a call", "void f(Playing p) { auto q = p.awaitCompletion(); q.▮; }\n", "stop()", "reset()"],
    ["by a pointer, a field that is public", "void f(ServerNode* n) { auto q = n->▮; }\n", "secret;", "port;"],
    ["a container's", "void f(std::vector<int> v) { v.▮; }\n", "append(1)", "push_back(1)"],
    ["a destructor, and an operator", "void f(ServerNode n) { n.▮; }\n", "secret", "~ServerNode()"],
  ],
  undecided: [
    ["template <class T> void f(T t) { t.▮; }\n", "unknown"],
    ["void f() { missing.▮; }\n", "unknown"],
    ["void f(ServerNode n) { n.▮", "open"],
  ],
};

const JAVA: Language = {
  file: "Main.java",
  files: {
    "ServerNode.java": `public class ServerNode {
  int port;
  private int secret;
  static Builder newServerNode() { return null; }
}
class Builder {
  Builder withIp(String ip) { return this; }
  Builder withIpPort(String ip, int port) { return this; }
  ServerNode build() { return null; }
}
`,
    "Stopped.java": "public class Stopped { Stopped reset() { return this; } }\n",
    "Playing.java":
      "public class Playing { Stopped stop() { return null; } Stopped awaitCompletion() { return null; } }\n",
    "Intrinsic.java": "public enum Intrinsic { X86Comisdlt, X86Comisdeq }\n",
    "X86Condition.java": "public enum X86Condition { Below, NotEqual }\n",
  },
  head: "class Main {\n",
  scenarios: [
    ["T1, T5: a static factory", "void f() { Object n = ServerNode.▮; } }\n", "builder()", "newServerNode()"],
    [
      "T2, T6: a builder",
      "void f() { Object n = ServerNode.newServerNode()\n    .▮; } }\n",
      "hostAddress(a)",
      'withIpPort("a", 1)',
    ],
    [
      "T3: after a call in the chain",
      'void f() { Object n = ServerNode.newServerNode().withIpPort("a", 1).▮; } }\n',
      "host()",
      "build()",
    ],
    ["T10: a constant of an enumeration", "Object f() { return X86Condition.▮; } }\n", "LessThan", "Below"],
    ["T11: a state after a call", "void f(Playing p) { Object q = p.awaitCompletion().▮; } }\n", "stop()", "reset()"],
    ["a field that is not private", "int f(ServerNode n) { return n.▮; } }\n", "secret;", "port;"],
    ["of the platform", 'int f() { return "😀é".▮; } }\n', "len()", "length()"],
    ["what is no member", "Object f() { return String.▮; } }\n", "type", "class"],
  ],
  undecided: [
    ["void f() { Object q = missing.▮; } }\n", "unknown"],
    ["void f(ServerNode n) { n.▮", "open"],
  ],
};

describe.each([
  ["rust-analyzer", RUST],
  ["clangd", CPP],
  ["jdtls", JAVA],
] as const)("%s", (name, { file, files, head, scenarios, undecided }) => {
  test("scenarios, and what stays open", { timeout: 300_000 }, async (context) => {
    if (commandOf(name) === undefined) return context.skip(whyNot(name));
    const further = name === "jdtls" ? ["-data", dataFolder()] : [];
    const { monitor } = await monitorOf(name, files, { further });
    expect(monitor.status()).toMatchObject({ state: "ready", failures: [] });
    const found = [];
    for (const [title, marked, refused, allowed] of scenarios)
      found.push({ title, ...(await written(monitor, file, head + marked, [refused, allowed])) });
    expect(found).toEqual(
      scenarios.map(([title, , , allowed]) => ({ title, allowed: [allowed], answer: "closed", reason: undefined })),
    );
    for (const [marked, kind] of undecided) {
      const { answer, reason } = await written(monitor, file, head + marked, []);
      expect({ marked, kind: answer }, reason).toEqual({ marked, kind });
    }
  });
});

test("clangd counts arguments, and lists the cases that are left", { timeout: 300_000 }, async (context) => {
  if (commandOf("clangd") === undefined) return context.skip(whyNot("clangd"));
  const { monitor } = await monitorOf("clangd", CPP.files, { questions: ["signatures", "casesLeft"] });
  const declared = `${CPP.head}
struct Many { void some(int a, int b = 1); void any(int a, ...); template <class... A> void pack(A&&... as);
  void two(int a); void two(int a, int b, int c); void operator()(int a, int b); };
struct Pair { int a; int b; };
void free(int a, int b);
namespace deep { enum class Inner { A, B }; }
enum Plain { PlainA, PlainB };
`;
  const texts = [")", "a)", "a, b)", "a, b<c, d>(e))", "a, b, c)"];
  const any = "a, b<c, d>(e))";
  for (const [title, marked, allowed] of [
    ["T4", "void f(Builder b) { b.withIpPort(▮); }\n", ["a, b)", any]],
    ["a default value", "void f(Many m) { m.some(▮); }\n", ["a)", "a, b)", any]],
    ["a variable number", "void f(Many* m) { m->any(▮); }\n", ["a)", "a, b)", any, "a, b, c)"]],
    ["a pack", "void f(Many m) { m.pack(▮); }\n", texts],
    ["overloads", "void f(Many m) { m.two(▮); }\n", ["a)", any, "a, b, c)"]],
    ["an object that can be called", "void f(Many m) { m(▮); }\n", ["a, b)", any]],
    ["inside of another call", "void f(Many m, Builder b) { b.withIpPort(m.two(▮), 1); }\n", ["a)", any, "a, b, c)"]],
  ] as const)
    expect({ title, ...(await written(monitor, CPP.file, declared + marked, texts)) }).toEqual({
      title,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  const cases = ["1:", "Intrinsic::X86Comisdgt:", "Intrinsic::X86Comisdeq:", "Intrinsic::X86Comisdlt:"];
  for (const [title, marked, refused, allowed] of [
    [
      "T8: constants, not integers",
      "int f(Intrinsic op) { switch (op) { case ▮: return 1; } return 0; }\n",
      cases.slice(0, 2),
      cases.slice(2),
    ],
    [
      "T9: constants that no other case names",
      "int f(Intrinsic op) { switch (op) { case Intrinsic::X86Comisdeq: return 2; case ▮: return 1; } return 0; }\n",
      cases.slice(0, 3),
      cases.slice(3),
    ],
    [
      "of a namespace",
      "int f(deep::Inner op) { switch (op) { case ▮\n  return 1; } return 0; }\n",
      ["Inner::A:", "deep::Inner::C:"],
      ["deep::Inner::A:", "deep::Inner::B :"],
    ],
  ] as const)
    expect({ title, ...(await written(monitor, CPP.file, declared + marked, [...refused, ...allowed])) }).toEqual({
      title,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  for (const [marked, kind] of [
    ["void g(▮) {}\n", "unknown"],
    ["void f() { missing(▮); }\n", "unknown"],
    ["void f() { free(▮); }\n", "open"],
    ["void f() { Pair p(▮); }\n", "open"],
    ["void f(Builder b) { b.withIpPort(▮", "open"],
    ["int f(int op) { switch (op) { case ▮: return 1; } return 0; }\n", "open"],
    ["int f(Plain op) { switch (op) { case ▮: return 1; } return 0; }\n", "open"],
    ["template <class T> int f(T op) { switch (op) { case ▮: return 1; } return 0; }\n", "open"],
    ["int f(Intrinsic op) { switch (op) { case ▮", "open"],
  ] as const) {
    const { answer, reason } = await written(monitor, CPP.file, declared + marked, []);
    expect({ marked, kind: answer }, reason).toEqual({ marked, kind });
  }
});

test("jdtls counts arguments, and lists the cases that are left", { timeout: 300_000 }, async (context) => {
  if (commandOf("jdtls") === undefined) return context.skip(whyNot("jdtls"));
  const files = {
    ...JAVA.files,
    "Many.java": `public class Many {
  Many(int a, int b) {}
  void any(int a, String... b) {}
  void two(int a) {}
  void two(int a, int b, int c) {}
}
`,
    "Person.java": "public abstract class Person { Person(int a) {} }\n",
  };
  const further = ["-data", dataFolder()];
  const { monitor } = await monitorOf("jdtls", files, { further, questions: ["signatures", "casesLeft"] });
  const texts = [")", "a)", "a, b)", "a, (b, c) -> d)", "a, b, c)"];
  for (const [title, marked, allowed] of [
    ["T4", "Object f() { return ServerNode.newServerNode().withIpPort(▮); } }\n", ["a, b)", "a, (b, c) -> d)"]],
    ["a variable number", "void f(Many m) { m.any(▮); } }\n", texts.slice(1)],
    ["overloads", "void f(Many m) { m.two(▮); } }\n", ["a)", "a, b, c)"]],
    ["a constructor", "Object f() { return new Many(▮); } }\n", ["a, b)", "a, (b, c) -> d)"]],
    ["inside of another call", "void f(Many m, String s) { m.any(s.indexOf(▮), s); } }\n", texts.slice(1)],
  ] as const)
    expect({ title, ...(await written(monitor, JAVA.file, JAVA.head + marked, texts)) }).toEqual({
      title,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  const cases = ["1:", "Intrinsic.X86Comisdlt:", "X86Comisdgt:", "X86Comisdeq:", "X86Comisdlt:", "X86Comisdlt ->"];
  for (const [title, marked, allowed] of [
    [
      "T8: constants, not integers",
      "int f(Intrinsic op) { switch (op) { case ▮: return 1; } return 0; } }\n",
      cases.slice(3),
    ],
    [
      "T9: constants that no other case names",
      "int f(Intrinsic op) { switch (op) { case X86Comisdeq: return 2; case ▮\n return 1; } return 0; } }\n",
      cases.slice(4),
    ],
  ] as const)
    expect({ title, ...(await written(monitor, JAVA.file, JAVA.head + marked, cases)) }).toEqual({
      title,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  for (const [marked, kind] of [
    ["void g(▮) {} }\n", "unknown"],
    ["void f() { missing(▮); } }\n", "unknown"],
    ["Object f() { return new Person(▮); } }\n", "unknown"],
    ["void f(Many m) { m.two(▮", "unknown"],
    ["int f(int op) { switch (op) { case ▮: return 1; } return 0; } }\n", "open"],
    ["int f(String op) { switch (op) { case ▮: return 1; } return 0; } }\n", "open"],
    ["int f(Intrinsic op) { switch (op) { case ▮", "open"],
  ] as const) {
    const { answer, reason } = await written(monitor, JAVA.file, JAVA.head + marked, []);
    expect({ marked, kind: answer }, reason).toEqual({ marked, kind });
  }
});

test("rust-analyzer counts arguments", { timeout: 300_000 }, async (context) => {
  if (commandOf("rust-analyzer") === undefined) return context.skip(whyNot("rust-analyzer"));
  const { monitor } = await monitorOf("rust-analyzer", RUST.files, { questions: ["signatures"] });
  const declared = `${RUST.head}struct P(u8, u16);\nextern "C" { fn printf(format: *const u8, ...) -> i32; }\n`;
  // After the bar of a closure's parameters, arguments are no longer counted.
  const texts = [")", "a)", "a, b)", "a, |x, y| x)", "a, b, c)"];
  for (const [title, marked, allowed] of [
    ["T4", "fn f() { let n = ServerNode::new_server_node().with_ip_port(▮); }\n", ["a, b)", "a, |x, y| x)"]],
    ["by a path", "fn f(b: Builder) { let n = Builder::build(▮); }\n", ["a)", "a, |x, y| x)"]],
    ["a tuple structure", "fn f() { let p = P(▮\n}\n", ["a, b)", "a, |x, y| x)"]],
    ["inside of another call", "fn f(b: Builder) { b.with_ip_port(P(▮), 1); }\n", ["a, b)", "a, |x, y| x)"]],
    ["a closure", "fn f() { let c = |a: u8| a; c(▮); }\n", ["a)", "a, |x, y| x)"]],
    ["a variable number", "fn f() { unsafe { printf(▮); } }\n", ["a)", "a, b)", "a, |x, y| x)", "a, b, c)"]],
  ] as const)
    expect({ title, ...(await written(monitor, RUST.file, declared + marked, texts)) }).toEqual({
      title,
      allowed,
      answer: "closed",
      reason: undefined,
    });
  for (const [marked, kind] of [
    ["fn g(▮) {}\n", "unknown"],
    ["fn f() { missing(▮); }\n", "unknown"],
    ["fn f() { if true {} (▮) }\n", "unknown"],
    ["fn f(p: P) { let P(▮) = p; }\n", "open"],
  ] as const) {
    const { answer, reason } = await written(monitor, RUST.file, declared + marked, []);
    expect({ marked, kind: answer }, reason).toEqual({ marked, kind });
  }
});
