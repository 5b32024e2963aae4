// How an index gets at files: through a reader that its user injects, so that a repository may be a folder, an editor's buffers, a zip file or a
// test's literal.

/** A file as a listing names it. */
export interface ListedFile {
  /** Relative to the repository's root, with `/` between folders. */
  readonly path: string;
  /** The size in bytes, where it is known without reading. */
  readonly size?: number;
  /** A text that changes whenever the content does, such as the time of the last change and the size. It saves reading. */
  readonly stamp?: string;
}

/** Why a file cannot be indexed, so far as its reader knows. */
export interface Unread {
  readonly reason: "vanished" | "unreadable" | "binary" | "invalid-utf8" | "too-large";
}

/** A repository's files. */
export interface RepositoryReader {
  list(): AsyncIterable<ListedFile> | Iterable<ListedFile>;
  /** The text of a file, without a byte order mark. Bytes that are no text are a reason, never a text with replacement characters. */
  read(path: string): Promise<string | Unread>;
}
