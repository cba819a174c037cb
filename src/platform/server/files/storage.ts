import { errorCode } from '../error-code.ts'

/** No space left, quota exceeded, file too large, or a failing disk. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

/** True for disk errors that the operator must solve, rather than a programmer. */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.includes(errorCode(error) ?? '')
}

/** Content to store, which can be read again if a storage call is repeated. */
export type Content = { size: number; sha256: string; pieces: () => AsyncIterable<Buffer> }

/**
 * File contents outside the database. Each has a unique key that is never reused, so stored content is complete and
 * never changes.
 * @throws HttpError 503 from every method if the storage cannot be reached
 */
export type FileStorage = {
  /** Stores the content completely or not at all. */
  put: (key: string, content: Content) => Promise<void>
  /** @returns undefined if nothing has this key; iterating throws if reading fails */
  read: (key: string) => Promise<AsyncIterable<Buffer> | undefined>
  /** Succeeds if the content is already gone. */
  remove: (key: string) => Promise<void>
  isEmpty: () => Promise<boolean>
}

/** The storage for new files, and every storage that rows name. */
export type Files = {
  /** The address as rows store it; undefined is the database. */
  place: string | undefined
  storageAt: (place: string) => FileStorage
}
