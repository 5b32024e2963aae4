// Updates an index from its reader: lists the files, reads those that may have changed, and updates the index. A file
// that cannot be used is skipped with a reason and never ends the scan.

import { signature } from "@espalier/arguments";
import { indexKind, readerKind } from "./kinds.js";
import type { ListedFile, RepositoryReader, Unread } from "./reader.js";
import type { FileChange, RepositoryIndex, UpdateReport } from "./repository-index.js";

/** Why a listed file is not in the index. */
export type SkipReason = Unread["reason"] | "too-many";

/** A skipped file. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
}

/** The progress of a scan. */
export interface ScanProgress {
  /** The number of files processed. */
  readonly done: number;
  /** The number of files listed. */
  readonly total: number;
}

/** Options of a scan. */
export interface ScanOptions {
  /**
   * Maximum size of a file in bytes (in UTF-16 units if the reader reports no size): 1,000,000 by default. Larger files
   * are usually generated.
   */
  readonly maxFileBytes?: number;
  /** Maximum number of files: 200,000 by default. The first ones by path are kept. */
  readonly maxFiles?: number;
  /** Called after each batch of files. */
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Stops the scan between two files. The index then contains what was read so far. */
  readonly signal?: { readonly aborted: boolean };
}

/** The result of a scan. */
export interface ScanReport extends UpdateReport {
  readonly skipped: readonly SkippedFile[];
  /** Whether every listed file was processed. */
  readonly complete: boolean;
}

/** Updates one index repeatedly. */
export interface Scanner {
  /** @throws what the reader's `list` throws. If `read` throws, the file is skipped. */
  scan(options?: ScanOptions): Promise<ScanReport>;
}

const BATCH = 64;

const checkCreateScanner = signature("createScanner", { index: indexKind, reader: readerKind });

/**
 * Creates a scanner for one index. It remembers the stamps of files and reads only files whose stamp has changed or is
 * missing.
 */
export function createScanner(index: RepositoryIndex, reader: RepositoryReader): Scanner {
  checkCreateScanner(index, reader);
  const stamps = new Map<string, string>();
  const skips = new Map<string, SkippedFile>();

  const changeOf = async (file: ListedFile, maxBytes: number): Promise<FileChange | undefined> => {
    const { path, size, stamp } = file;
    if (stamp !== undefined && stamps.get(path) === stamp) return undefined;
    const found: string | Unread =
      size !== undefined && size > maxBytes ? { reason: "too-large" } : await contentOf(reader, path, maxBytes);
    if (stamp === undefined) stamps.delete(path);
    else stamps.set(path, stamp);
    if (typeof found === "string") {
      skips.delete(path);
      return { path, text: found };
    }
    if (found.reason === "vanished" || found.reason === "unreadable") stamps.delete(path);
    skips.set(path, { path, reason: found.reason });
    return { path, text: undefined };
  };

  return {
    scan: async (options = {}) => {
      const { maxFileBytes = 1_000_000, maxFiles = 200_000, onProgress, signal } = options;
      const listed = new Map<string, ListedFile>();
      for await (const file of reader.list()) {
        if (signal?.aborted) break;
        listed.set(file.path, file);
      }
      const sorted = [...listed.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      const total = { added: 0, changed: 0, removed: 0, unchanged: 0, failed: [] as UpdateReport["failed"][number][] };
      const apply = (changes: readonly FileChange[]): void => {
        const report = index.update(changes);
        for (const name of ["added", "changed", "removed", "unchanged"] as const) total[name] += report[name];
        total.failed.push(...report.failed);
      };
      const kept = sorted.slice(0, maxFiles);
      let done = 0;
      for (; done < kept.length && !signal?.aborted; done += BATCH) {
        const batch = kept.slice(done, done + BATCH);
        const changes = await Promise.all(batch.map((file) => changeOf(file, maxFileBytes)));
        total.unchanged += changes.filter((change) => change === undefined).length;
        apply(changes.filter((change) => change !== undefined));
        onProgress?.({ done: Math.min(done + BATCH, kept.length), total: sorted.length });
      }
      const complete = done >= kept.length && !signal?.aborted;
      if (complete) {
        const still = new Set(kept.map(({ path }) => path));
        apply(index.paths().flatMap((path) => (still.has(path) ? [] : [{ path, text: undefined }])));
        for (const path of [...skips.keys(), ...stamps.keys()])
          if (!still.has(path)) {
            skips.delete(path);
            stamps.delete(path);
          }
      }
      const tooMany = sorted.slice(maxFiles).map(({ path }): SkippedFile => ({ path, reason: "too-many" }));
      const skipped = [...skips.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return { ...total, skipped: [...skipped, ...tooMany], complete };
    },
  };
}

async function contentOf(reader: RepositoryReader, path: string, maxBytes: number): Promise<string | Unread> {
  let content: string | Unread;
  try {
    content = await reader.read(path);
  } catch {
    return { reason: "unreadable" };
  }
  if (typeof content !== "string") return content;
  if (content.length > maxBytes) return { reason: "too-large" };
  return content.includes("\0") ? { reason: "binary" } : content;
}
