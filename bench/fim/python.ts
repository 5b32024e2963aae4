// Python as a subject: the language of a version, and what fills a gap in it.

import { fillMiddle, python } from "espalier";
import type { Version } from "../../test/judges/cpython/pythons.js";
import type { Policy, Subject } from "./subject.js";

export function pythonSubject(version: Version, policy: Policy): Subject {
  const language = python({ version });
  return { language, fill: (prefix, suffix) => fillMiddle(language, { prefix, suffix, policy }) };
}
