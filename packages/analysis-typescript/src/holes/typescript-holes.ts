// The hole server of a TypeScript or JavaScript project: the eight functions on top of the compiler, in this process.

import type { ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import type {
  ClosedTexts,
  DeclaredAt,
  DefinedType,
  Expectation,
  HoleServer,
  StaticError,
  TypeAlias,
} from "@espalier/typed-holes";
import type ts from "typescript";
import { attempted } from "../attempted.js";
import { NO_EXPRESSION } from "../expected-type.js";
import { expectationAt } from "../hole/expected-at.js";
import { holeAt } from "../hole/typed-hole.js";
import type { Project } from "../project.js";
import { type NamedType, namedTypesOf } from "./aliases.js";
import { closedTextsAt } from "./closed.js";
import { errorsAround, errorsOf } from "./diagnostics.js";
import { entriesAt } from "./entries.js";
import { likelinessAt } from "./likeliness.js";
import { reachingNames } from "./reaching.js";
import { typeStub, valueStub } from "./stubs.js";
import { filtered, knownShare, targetsOf } from "./targets.js";
import type { HoleType, HoleView, ValueEntry } from "./view.js";

/** The eight functions for a project. */
export function holesOf(project: Project): HoleServer<HoleType> {
  const { ts } = project;
  let asked: ProgramPlace | undefined;
  let view: HoleView | undefined;
  let named = new Map<string, NamedType>();
  /** Whether the compiler lost its types in an overflow of the stack. */
  let isLost = false;
  /** What rates the entries at the last place. */
  let likeliness: ((entry: ValueEntry) => number) | undefined;

  /** The hole at a place. Consecutive questions about the same place share it. */
  const open = (at: ProgramPlace): HoleView | keyof typeof NO_EXPRESSION => {
    const { kind, call, program, checker, file } = holeAt(project, at);
    asked = at;
    named = new Map();
    likeliness = undefined;
    view = call === undefined ? undefined : { ts, program, checker, file, call };
    return view ?? (kind as keyof typeof NO_EXPRESSION);
  };
  const viewAt = (at: ProgramPlace): HoleView | undefined => {
    if (asked === undefined || !isSame(asked, at)) open(at);
    return view;
  };
  const current = (): HoleView => {
    if (view === undefined)
      throw new RangeError(
        "typescriptHoles: this type belongs to an earlier place. Types are valid until another place is asked about: ask for the type again.",
      );
    return view;
  };
  const forget = (): void => {
    asked = view = undefined;
    isLost = false;
  };
  /** A question that makes a program of its own. */
  const anew = <Result>(question: () => Result, otherwise: (reason: string) => Result): Result => {
    forget();
    return attempted(project, question, otherwise);
  };
  /** A question about the types of the last place. After the stack has overflowed, further questions about the same place have no answer. */
  const about = <Result>(question: () => Result, otherwise: Result): Result => {
    if (isLost) return otherwise;
    const answer = attempted<Result | typeof LOST>(project, question, () => LOST);
    if (answer !== LOST) return answer;
    isLost = true;
    return otherwise;
  };

  return {
    language: "TypeScript",
    getExpectedType: (at) =>
      anew<Answer<Expectation<HoleType>>>(() => {
        const opened = open(at);
        if (typeof opened === "string") return unknown(NO_EXPRESSION[opened]);
        const found = expectationAt(ts, opened.checker, opened.call);
        if (found === undefined) return unknown("no type is expected here");
        const { text, strength, by, type } = found;
        const nodes = annotationOf(opened);
        return {
          kind: "closed",
          value: { text, strength, by, type: type === undefined ? { nodes } : { type, nodes } },
        };
      }, unknown),
    getTypingContext: (at) =>
      about(() => {
        const opened = viewAt(at);
        return opened === undefined ? [] : entriesAt(opened);
      }, []),
    extractAliases: (type) =>
      about(() => {
        const found = namedTypesOf(current(), type);
        for (const each of found) named.set(each.id, each);
        return found.map(({ id, name }) => ({ id, name }));
      }, []),
    getTypeDefinition: ({ id }: TypeAlias) =>
      about<DefinedType<HoleType> | undefined>(() => {
        const symbol = named.get(id)?.symbol;
        const declarations = symbol?.declarations ?? [];
        if (symbol === undefined || declarations.length === 0) return undefined;
        const text = declarations.map((each) => typeStub(current(), each)).join("\n");
        return { name: symbol.name, text, declared: declaredAt(declarations[0]!), type: { nodes: declarations } };
      }, undefined),
    getTargetTypes: (type) => about(() => targetsOf(current(), type), []),
    filterContext: (context, target) =>
      about(() => {
        const values = context as readonly ValueEntry[];
        const rate = (likeliness ??= likelinessAt(current(), values));
        return filtered(current(), values, target).toSorted((a, b) => rate(b) - rate(a));
      }, []),
    scoreEntry: ({ type }) => about(() => (type.type === undefined ? 0 : knownShare(current(), type.type)), 0),
    printHeader(entry) {
      const { name, symbol, locality, importFrom, type } = entry as ValueEntry;
      const [declaration] = symbol.declarations ?? [];
      return {
        name,
        text: about(() => valueStub(current(), name, symbol, type.type), name),
        locality,
        ...(importFrom === undefined ? {} : { importFrom }),
        ...(declaration === undefined ? {} : { declared: declaredAt(declaration) }),
      };
    },
    getStaticErrors: (path, text) =>
      anew(
        () => errorsOf(project, path, text),
        (reason) => [unread(text, reason)],
      ),
    getErrorsBefore: (at) =>
      anew(
        () => errorsAround(project, at),
        () => [],
      ),
    getReachingNames: (context, type) =>
      about(() => reachingNames(current(), context as readonly ValueEntry[], type), []),
    getClosedTexts: (at) =>
      anew<ClosedTexts | undefined>(
        () => closedTextsAt(project, at),
        () => undefined,
      ),
  };
}

const LOST = Symbol("lost");

/** The error of a text that the compiler cannot read. */
function unread(text: string, reason: string): StaticError {
  return { message: reason, kind: "syntax", severity: "error", from: 0, to: text.length };
}

function isSame(one: ProgramPlace, other: ProgramPlace): boolean {
  return one.path === other.path && one.before === other.before && one.after === other.after;
}

function unknown(reason: string): Answer<Expectation<HoleType>> {
  return { kind: "unknown", reason };
}

/** The type node that determines the expected type, if the hole is the initial value of a declaration or the operand of an assertion. */
function annotationOf({ ts, call }: HoleView): readonly ts.Node[] {
  const { parent } = call;
  const isAnnotated =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    (ts.isArrowFunction(parent) && parent.body === call);
  if (isAnnotated) return parent.type === undefined ? [] : [parent.type];
  const around =
    ts.isReturnStatement(parent) || ts.isExpressionStatement(parent)
      ? ts.findAncestor(parent, ts.isFunctionLike)
      : undefined;
  return around?.type === undefined ? [] : [around.type];
}

function declaredAt(declaration: ts.Declaration): DeclaredAt {
  const file = declaration.getSourceFile();
  return { path: file.fileName, from: declaration.getStart(file), to: declaration.end };
}
