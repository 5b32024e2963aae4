// Resolves module names for the compiler, with a cache that outlives a program. Without it, each new program looks for the `package.json` of every file again, which
// takes milliseconds for each question.

import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** What the compiler asks of a host but omits from its declarations. */
export interface ResolvingHost {
  /** The cache, for the `package.json` of a file. */
  getModuleResolutionCache(): ts.ModuleResolutionCache;
  /** Whether the module names in a file must be resolved again although its text is the same. */
  hasInvalidatedResolutions(path: string): boolean;
}

type Resolve = NonNullable<ts.LanguageServiceHost["resolveModuleNameLiterals"]>;

/** The resolutions of a project. */
export interface ModuleResolver {
  resolve(host: ts.ModuleResolutionHost, ...asked: Parameters<Resolve>): ReturnType<Resolve>;
  cache(): ts.ModuleResolutionCache;
  /** Forgets all resolutions, because files may have come and gone. */
  forget(): void;
}

export function moduleResolver(
  ts: Compiler,
  { useCaseSensitiveFileNames }: ts.System,
  project: () => { readonly folder: string; readonly options: ts.CompilerOptions },
): ModuleResolver {
  const canonical = (path: string): string => (useCaseSensitiveFileNames ? path : path.toLowerCase());
  let resolutions: ts.ModuleResolutionCache | undefined;
  const cache = (): ts.ModuleResolutionCache => {
    const { folder, options } = project();
    return (resolutions ??= ts.createModuleResolutionCache(folder, canonical, options));
  };
  return {
    resolve: (host, literals, containing, redirected, options, file) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(file, literal, options);
        return ts.resolveModuleName(literal.text, containing, options, host, cache(), redirected, mode);
      }),
    cache,
    forget() {
      resolutions = undefined;
    },
  };
}
