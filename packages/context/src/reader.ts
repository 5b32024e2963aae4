// File access for an index. The caller injects a reader, so a repository may be a folder, an editor's buffers, a zip
// file or a literal in a test.

/** A file in a listing. */
export interface ListedFile {
  /** Relative to the root of the repository, with `/` between folders. */
  readonly path: string;
  /** The size in bytes, if it is known without reading the file. */
  readonly size?: number;
  /** A text that changes whenever the content does, such as modification time and size. It avoids unnecessary reads. */
  readonly stamp?: string;
}

/** Why a file cannot be indexed, as its reader reports it. */
export interface Unread {
  readonly reason: "vanished" | "unreadable" | "binary" | "invalid-utf8" | "too-large";
}

/** A repository's files. */
export interface RepositoryReader {
  list(): AsyncIterable<ListedFile> | Iterable<ListedFile>;
  /**
   * Returns the text of a file without a byte order mark. For bytes that are not text, returns a reason, never a text
   * with replacement characters.
   */
  read(path: string): Promise<string | Unread>;
}
