// Holes from syntax alone, for languages without a compiler or server. Types are annotations as written; a function matches if its annotation is the same text.

import type { ProgramPlace } from "@espalier/analysis";
import { callable, options, required, signature } from "@espalier/arguments";
import type { FactExtractor, FileFacts } from "@espalier/context";
import type { DeclaredAt, DefinedType, Entry, HoleServer, TypeAlias } from "./hole-server.js";

/** How to read the syntax of a project. */
export interface SyntaxHolesOptions {
  /** Extracts the facts of a text, such as those of `loadSyntax` in `@espalier/context-syntax`. */
  readonly facts: FactExtractor["facts"];
  /** The paths and texts of the files that may be relevant to a path, without the file itself. */
  readonly files: (path: string) => readonly { readonly path: string; readonly text: string }[];
}

/** A type: the text of an annotation. For an entry, also the location of its function. */
export interface SyntaxType {
  readonly text: string;
  readonly declared?: { readonly path: string; readonly text: string; readonly from: number; readonly to: number };
}

const check = signature("syntaxHoles", {
  options: options({ facts: required(callable), files: required(callable) }),
});
/** An annotation followed by `=`, at the end of a text. */
const ANNOTATED = /[\p{ID_Continue}$]\s*\??:\s*([^=;:\n]+?)\s*=\s*[\p{ID_Continue}$]*$/u;
const RETURN = /\breturn\s+[\p{ID_Continue}$]*$/u;
/** The return type in a signature, in Python or TypeScript. */
const RETURNED = /->\s*([^\n]+?)\s*:\s*$|\)\s*:\s*([^()\s][^()]*?)\s*\{?$/;

/**
 * A hole server without type checking, marked as `degraded`. The expected type is the annotation before the hole or, after `return`, that of the enclosing
 * function. Takes time proportional to the size of the files. Reports no errors.
 */
export function syntaxHoles(given: SyntaxHolesOptions): HoleServer<SyntaxType> {
  check(given);
  const { facts, files } = given;
  /** The files for the current hole. The first is the hole's own file, with a name inserted at the hole. */
  let read: readonly { readonly path: string; readonly text: string; readonly facts: FileFacts }[] = [];

  const look = ({ path, before, after }: ProgramPlace): void => {
    read = [{ path, text: `${before}hole${after}` }, ...files(path)].flatMap((file) => {
      const found = facts(file.path, file.text);
      return found === undefined ? [] : [{ ...file, facts: found }];
    });
  };
  const returned = (
    text: string,
    { from, body }: { readonly from: number; readonly body: number },
  ): string | undefined => {
    const found = RETURNED.exec(text.slice(from, body).trimEnd());
    return (found?.[1] ?? found?.[2])?.replace(/\s+/g, " ");
  };

  /** Returns no location in the hole's own file, because the offsets of its text differ from the file on disk. */
  const declaredAt = (path: string, from: number, to: number): { readonly declared?: DeclaredAt } =>
    path === read[0]?.path ? {} : { declared: { path, from, to } };

  return {
    language: "a language known by its syntax alone",
    degraded: "no types: annotations of the syntax tree, compared as texts",
    getExpectedType(at) {
      look(at);
      const own = read.find(({ path }) => path === at.path);
      const place = at.before.length;
      const around = own?.facts.methods.filter(({ body, to }) => body <= place && place <= to).at(-1);
      const isReturned = RETURN.test(at.before) && around !== undefined;
      const text = ANNOTATED.exec(at.before)?.[1] ?? (isReturned ? returned(own!.text, around) : undefined);
      if (text === undefined) return { kind: "unknown", reason: "no annotation tells a type here" };
      return { kind: "closed", value: { text, strength: "soft", by: "context", type: { text } } };
    },
    getTypingContext(at) {
      return read.flatMap(({ path, text, facts: { methods, classes } }) =>
        methods.flatMap((method): Entry<SyntaxType>[] => {
          const isMember = classes.some(({ from, to }) => from < method.from && method.to <= to);
          const isAround = path === at.path && method.from <= at.before.length && at.before.length <= method.to;
          const type = returned(text, method);
          if (isMember || isAround || type === undefined) return [];
          const declared = { path, text, from: method.from, to: method.body };
          return [
            { name: method.name, type: { text: type, declared }, locality: path === at.path ? "file" : "importable" },
          ];
        }),
      );
    },
    extractAliases({ text }) {
      const names = new Set(text.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));
      return [...names].flatMap((name): TypeAlias[] => {
        const file = read.find(({ facts: { classes } }) => classes.some((each) => each.name === name));
        return file === undefined ? [] : [{ id: `${file.path}#${name}`, name }];
      });
    },
    getTypeDefinition({ id, name }): DefinedType<SyntaxType> | undefined {
      const file = read.find(({ path }) => `${path}#${name}` === id);
      const found = file?.facts.classes.find((each) => each.name === name);
      if (file === undefined || found === undefined) return undefined;
      let text = "";
      let from = found.from;
      for (const method of file.facts.methods.filter((each) => each.from >= found.from && each.to <= found.to)) {
        if (method.from < from) continue;
        text += withoutOpening(file.text.slice(from, method.body));
        from = method.to;
      }
      text += file.text.slice(from, found.to);
      return { name, text, type: { text }, ...declaredAt(file.path, found.from, found.to) };
    },
    getTargetTypes: (type) => [type],
    filterContext: (context, target) => context.filter(({ type }) => type.text === target.text),
    scoreEntry: () => 1,
    printHeader({ name, type: { declared }, locality }) {
      if (declared === undefined) return { name, text: name, locality };
      const { path, text, from, to } = declared;
      return { name, text: withoutOpening(text.slice(from, to)).trim(), locality, ...declaredAt(path, from, to) };
    },
    getStaticErrors: () => [],
  };
}

/** Removes the token that opens the body from the end of a signature. */
const withoutOpening = (text: string): string => text.trimEnd().replace(/\s*[:{]$/, "");
