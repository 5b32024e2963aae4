// What may follow a dot in Python when the members are known.

import { programMonitor } from "@espalier/analysis";
import { declaredLexer, pythonLexemes } from "@espalier/analysis-lsp";
import { expect, test } from "vitest";

async function afterDot(prefix: string, suffix: string) {
  const { monitor, answer } = programMonitor({
    lexer: () => declaredLexer(pythonLexemes) as never,
    analysis: { epoch: () => "", members: async () => ({ kind: "closed", value: ["open", "close"] }) },
  }).open({ path: "main.py", prefix, suffix });
  const [question] = monitor.asks!(monitor.start);
  const before = new TextEncoder().encode("");
  const known = monitor.supply!(monitor.start, question!, await answer(question!, { offset: 0, before }));
  return (text: string): "refused" | "begun" | "whole" => {
    let state: unknown = known;
    for (const byte of new TextEncoder().encode(text)) {
      state = monitor.step(state, byte);
      if (state === undefined) return "refused";
    }
    return monitor.accepts(state) ? "whole" : "begun";
  };
}

test.each([")\n", "\n", "(x)\n", ""])("before %j, only a member may follow", async (suffix) => {
  const read = await afterDot("print(b.", suffix);
  for (const text of [")", "[", "(", "=", "'", ",", ":", "+", "`", "1", "nope", " )", "\n]"])
    expect({ text, read: read(text) }).toEqual({ text, read: "refused" });
  for (const text of ["", " ", "\n", "# why\n", "\\\n", "op"])
    expect({ text, read: read(text) }).toEqual({ text, read: "begun" });
  for (const text of ["open", " close", "\n  open", "# why\nopen", "\\\nopen"])
    expect({ text, read: read(text) }).toEqual({ text, read: "whole" });
});
