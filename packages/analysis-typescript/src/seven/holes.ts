// What TypeScript 7's synchronous API tells a prompt: the errors of a text. What else a prompt shows comes from the names in scope, which it does not list.

import type { HoleServer } from "@espalier/typed-holes";
import { attempted } from "../attempted.js";
import { diagnosticsAt } from "../diagnostics.js";
import type { HoleType } from "../holes/view.js";
import type { Project } from "../project.js";

const UNLISTED = "TypeScript 7's API does not list the names in scope";

/** A hole server that knows the errors of a text. */
export function synchronousHoles(project: Project): HoleServer<HoleType> {
  return {
    language: "TypeScript",
    degraded: `no types and no names: ${UNLISTED}`,
    getExpectedType: () => ({ kind: "unknown", reason: UNLISTED }),
    getTypingContext: () => [],
    extractAliases: () => [],
    getTypeDefinition: () => undefined,
    getTargetTypes: () => [],
    filterContext: () => [],
    scoreEntry: () => 0,
    printHeader: ({ name, locality }) => ({ name, text: name, locality }),
    getStaticErrors: (path, text) =>
      attempted(
        project,
        () => {
          const answer = diagnosticsAt(project, { path, before: text, after: "" });
          const errors = answer.kind === "closed" ? answer.value : [];
          return errors.map(({ code, ...each }) => ({
            ...each,
            ...(code === undefined ? {} : { code }),
            kind: "other",
          }));
        },
        (reason) => [{ message: reason, kind: "other", severity: "error", from: 0, to: text.length }],
      ),
  };
}
