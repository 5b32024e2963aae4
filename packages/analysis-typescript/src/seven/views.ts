// Types, symbols and signatures of TypeScript 7's synchronous API, with the members that those of the older compilers have. A view is made once for each object of
// the API, so that views can be compared like these objects.

import type * as ast from "typescript-7/unstable/ast";
import type * as sync from "typescript-7/unstable/sync";
import type { Modules } from "./modules.js";
import { Untold } from "./untold.js";

type Node = ast.Node;

/** Flags that the API passes on without declaring them: a parameter that a combination of signatures makes optional. */
const OPTIONAL_PARAMETER = 1 << 14;
/** Flags of a signature in TypeScript 5.4 to 6: it has a rest parameter; it is that of a function in JavaScript without types. */
const HAS_REST = 1;
const IS_UNTYPED_SCRIPT = 32;
/** The latter in TypeScript 7. */
const IS_UNTYPED_SCRIPT_7 = 64;

/** The views of one version of the program. */
export class Views {
  readonly modules: Modules;
  readonly checker: sync.Checker;
  readonly #types = new Map<sync.Type, TypeView>();
  readonly #symbols = new Map<sync.Symbol, SymbolView>();
  readonly #signatures = new Map<sync.Signature, SignatureView>();

  constructor(modules: Modules, checker: sync.Checker) {
    this.modules = modules;
    this.checker = checker;
  }

  type(own: sync.Type): TypeView {
    return kept(this.#types, own, () => new TypeView(this, own));
  }

  symbol(own: sync.Symbol): SymbolView {
    return kept(this.#symbols, own, () => new SymbolView(this, own));
  }

  signature(own: sync.Signature): SignatureView {
    return kept(this.#signatures, own, () => new SignatureView(this, own));
  }
}

function kept<Own, View>(views: Map<Own, View>, own: Own, make: () => View): View {
  let view = views.get(own);
  if (view === undefined) views.set(own, (view = make()));
  return view;
}

/** A type. */
export class TypeView {
  readonly own: sync.Type;
  readonly flags: number;
  readonly #views: Views;
  #types: readonly TypeView[] | undefined;

  constructor(views: Views, own: sync.Type) {
    this.own = own;
    this.flags = own.flags;
    this.#views = views;
  }

  get objectFlags(): number {
    return (this.own as sync.ObjectType).objectFlags ?? 0;
  }

  get symbol(): SymbolView | undefined {
    const symbol = this.own.getSymbol();
    return symbol && this.#views.symbol(symbol);
  }

  get aliasTypeArguments(): readonly TypeView[] {
    return this.own.getAliasTypeArguments().map((each) => this.#views.type(each));
  }

  get types(): readonly TypeView[] {
    this.#types ??= (this.own as sync.UnionType).getTypes().map((each) => this.#views.type(each));
    return this.#types;
  }

  /** The generic type of a reference; of a tuple type, what describes its elements. */
  get target(): TypeView | undefined {
    const target = this.own.isTypeReference() ? (this.own.getTarget() as sync.Type | undefined) : undefined;
    return target && this.#views.type(target);
  }

  get elementFlags(): readonly number[] {
    // The API leaves the list out where it is empty.
    return (this.own as Partial<sync.TupleType>).elementFlags ?? [];
  }

  get minLength(): number {
    const { Required, Variadic } = this.#views.modules.sync.ElementFlags;
    return this.elementFlags.filter((flags) => (flags & (Required | Variadic)) !== 0).length;
  }

  get value(): string | number | boolean | bigint {
    return (this.own as sync.LiteralType).value;
  }

  isUnion(): boolean {
    return this.own.isUnionType();
  }

  isIntersection(): boolean {
    return this.own.isIntersectionType();
  }

  isUnionOrIntersection(): boolean {
    return this.own.isUnionType() || this.own.isIntersectionType();
  }

  isClassOrInterface(): boolean {
    return this.own.isClassOrInterface();
  }

  isStringLiteral(): boolean {
    return this.own.isStringLiteralType();
  }

  isNumberLiteral(): boolean {
    return this.own.isNumberLiteralType();
  }

  getBaseTypes(): readonly TypeView[] | undefined {
    return this.own.getBaseTypes()?.map((each) => this.#views.type(each));
  }

  getProperties(): readonly SymbolView[] {
    return this.#views.checker.getPropertiesOfType(this.own).map((each) => this.#views.symbol(each));
  }

  getNumberIndexType(): TypeView | undefined {
    const { Number: OfNumbers } = this.#views.modules.sync.TypeFlags;
    const index = this.#views.checker.getIndexInfosOfType(this.own).find(({ keyType }) => keyType.flags & OfNumbers);
    return index && this.#views.type(index.valueType);
  }

  getCallSignatures(): readonly SignatureView[] {
    return this.#signaturesOf(this.#views.modules.sync.SignatureKind.Call);
  }

  getConstructSignatures(): readonly SignatureView[] {
    return this.#signaturesOf(this.#views.modules.sync.SignatureKind.Construct);
  }

  /** The default of a type parameter: its declaration, whose type no question asks about. */
  getDefault(): Node | undefined {
    const declarations = this.symbol?.declarations;
    if (declarations === undefined)
      throw new Untold("TypeScript 7 does not tell whether a type parameter has a default");
    const { isTypeParameterDeclaration } = this.#views.modules.ast;
    for (const each of declarations)
      if (isTypeParameterDeclaration(each) && each.defaultType !== undefined) return each.defaultType;
    return undefined;
  }

  #signaturesOf(kind: sync.SignatureKind): readonly SignatureView[] {
    return this.#views.checker.getSignaturesOfType(this.own, kind).map((each) => this.#views.signature(each));
  }
}

/** A symbol. */
export class SymbolView {
  readonly own: sync.Symbol;
  readonly flags: number;
  readonly escapedName: string;
  readonly #views: Views;
  #declarations: readonly Node[] | undefined;

  constructor(views: Views, own: sync.Symbol) {
    this.own = own;
    this.flags = own.flags;
    this.escapedName = own.escapedName;
    this.#views = views;
  }

  /** The name as the program writes it. */
  get name(): string {
    const declared = (this.valueDeclaration as { readonly name?: Node } | undefined)?.name;
    return declared !== undefined && this.#views.modules.ast.isPrivateIdentifier(declared)
      ? declared.text
      : this.own.name;
  }

  get declarations(): readonly Node[] | undefined {
    if (this.own.declarations.length === 0) return undefined;
    this.#declarations ??= this.own.declarations.map(nodeOf);
    return this.#declarations;
  }

  get valueDeclaration(): Node | undefined {
    const { valueDeclaration } = this.own;
    return valueDeclaration && nodeOf(valueDeclaration);
  }

  get parent(): SymbolView | undefined {
    const parent = this.own.getParent();
    return parent && this.#views.symbol(parent);
  }
}

/** A signature. */
export class SignatureView {
  readonly own: sync.Signature;
  readonly #views: Views;

  constructor(views: Views, own: sync.Signature) {
    this.own = own;
    this.#views = views;
  }

  get declaration(): Node | undefined {
    return this.own.declaration && nodeOf(this.own.declaration);
  }

  get parameters(): readonly SymbolView[] {
    return this.getParameters();
  }

  getParameters(): readonly SymbolView[] {
    return this.own.getParameters().map((each) => this.#views.symbol(each));
  }

  get typeParameters(): readonly TypeView[] | undefined {
    const types = this.own.getTypeParameters().map((each) => this.#views.type(each));
    return types.length === 0 ? undefined : types;
  }

  get flags(): number {
    const { flags } = this.own as unknown as { readonly flags: number };
    return (this.own.hasRestParameter ? HAS_REST : 0) | (flags & IS_UNTYPED_SCRIPT_7 ? IS_UNTYPED_SCRIPT : 0);
  }

  /** The number of the parameters up to the last one that must have an argument. The API does not have it; the declarations do. */
  get minArgumentCount(): number {
    const parameters = this.own.getParameters();
    const all = this.own.hasRestParameter ? parameters.slice(0, -1) : parameters;
    return all.findLastIndex((each) => !this.#isOptional(each, all.length)) + 1;
  }

  getReturnType(): TypeView {
    const type = this.#views.checker.getReturnTypeOfSignature(this.own);
    if (type === undefined) throw new Untold("TypeScript 7 does not tell what a signature returns");
    return this.#views.type(type);
  }

  #isOptional({ checkFlags, valueDeclaration }: sync.Symbol, count: number): boolean {
    if (checkFlags & OPTIONAL_PARAMETER) return true;
    if (valueDeclaration === undefined) return false;
    const { ast } = this.#views.modules;
    const declaration = nodeOf(valueDeclaration);
    if (!ast.isParameterDeclaration(declaration))
      throw new Untold("TypeScript 7 does not tell whether a parameter is optional");
    if (declaration.questionToken !== undefined || declaration.initializer !== undefined) return true;
    if (declaration.dotDotDotToken !== undefined) return true;
    const given = argumentsOfCalled(ast, declaration.parent);
    return given !== undefined && count > given && declaration.type === undefined;
  }
}

/** How many arguments a function has that is called where it is written; `undefined` for any other function. */
function argumentsOfCalled(ts: Modules["ast"], written: Node): number | undefined {
  if (!ts.isFunctionExpression(written) && !ts.isArrowFunction(written)) return undefined;
  let node: Node = written;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  return ts.isCallExpression(parent) && parent.expression === node ? parent.arguments.length : undefined;
}

/** The node of a declaration. */
function nodeOf(handle: sync.NodeHandle): Node {
  const node = handle.resolve();
  if (node === undefined) throw new Untold("TypeScript 7 does not show a declaration");
  return node;
}
