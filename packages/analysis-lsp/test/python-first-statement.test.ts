// The place in a Python file at which a server shows whether it reports errors there.

import { expect, test } from "vitest";
import { firstStatement } from "../src/profiles/python-first-statement.js";

test.each([
  ["nothing", ""],
  ["blank lines and comments", "#!/usr/bin/env python\n\n  # type: ignore\r\n\t\f\n# é\u2028x\r"],
  ["a byte order mark", "\ufeff# coding: utf-8\n"],
])("comes after %s", (_, leading) => {
  for (const rest of [
    "import os\n# comment\nos.",
    '"""doc\n# no comment\n"""\nx.',
    "  indented.",
    "x = '# no comment'.",
    "",
  ])
    expect(firstStatement({ path: "a.py", before: leading + rest, after: "\ny = 1\n" })).toEqual({
      path: "a.py",
      before: `${leading}${rest === "" ? "\n" : ""}"".`,
      after: `\nraise SystemExit\n${rest === "" ? "" : `${rest}\n`}y = 1\n`,
    });
});
