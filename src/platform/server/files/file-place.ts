/** Content as it is handed on: it can be read more than once, where a store has to be asked again. */
export type Content = { size: number; sha256: string; pieces: () => AsyncIterable<Buffer> }

/**
 * Where contents are kept outside the database, each under a key that was never used before and never is again: what is
 * there is whole and does not change.
 * @throws HttpProblem 503 in each of these, where it cannot be reached
 */
export type FilePlace = {
  /** Whole or not at all. */
  put: (key: string, content: Content) => Promise<void>
  /** @returns undefined where nothing has this key; throws while it is read, where it breaks off */
  read: (key: string) => Promise<AsyncIterable<Buffer> | undefined>
  /** What is not there is removed already. */
  remove: (key: string) => Promise<void>
  isEmpty: () => Promise<boolean>
}

/** The places of files: the one for new ones, and all that rows name. */
export type Files = {
  /** The address as rows hold it; undefined is the database. */
  place: string | undefined
  at: (place: string) => FilePlace
}
