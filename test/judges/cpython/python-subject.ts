// Python as it is judged: the language of a version, and what fills a hole in it.

import { fillMiddle } from "../../../packages/gaps/src/index.js";
import { python } from "../../../packages/python/src/index.js";
import type { Version } from "./pythons.js";
import type { Subject } from "./subject.js";

export function pythonSubject(version: Version): Subject {
  const language = python({ version });
  return { language, fill: (prefix, suffix, policy) => fillMiddle(language, { prefix, suffix, policy }) };
}
