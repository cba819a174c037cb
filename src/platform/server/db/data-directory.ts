import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../operator-errors.ts'

/**
 * Two processes on one embedded database would corrupt it silently. SQLite's exclusive lock belongs to the operating
 * system and is released even by kill -9, so there is no stale lock file to clean up.
 * @returns a function that releases the lock
 */
export function lockDirectory(directory: string): () => void {
  try {
    // Readable by this user only, because it holds names, addresses and emailed links.
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw directoryNotWritable(directory, error)
  }
  const lock = openLock(directory)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY
      ? directoryInUse(directory)
      : directoryNotWritable(directory, error)
  }
  heldLocks.add(lock)
  return () => {
    heldLocks.delete(lock)
    lock.close()
  }
}

/** Without a reference, a lock would be garbage-collected and so released. */
const heldLocks = new Set<DatabaseSync>()

const SQLITE_BUSY = 5

function openLock(directory: string) {
  try {
    return new DatabaseSync(join(directory, 'lock.sqlite'), { timeout: 0 })
  } catch (error) {
    throw directoryNotWritable(directory, error)
  }
}

function directoryInUse(directory: string) {
  return new StartRefused(
    `The data directory ${directory} is in use by another process of this site. Stop that process first, or set DATA_DIR to another directory.`,
  )
}

/** Tells the operator what to do if the site's data directory is not writable. */
export function directoryNotWritable(directory: string, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartRefused(
    `The data directory ${directory} can’t be written to (${reason}). Give this user write access, or set DATA_DIR to another directory.`,
  )
}

/** Holds the files of the embedded database. */
export function embeddedFolder(directory: string): string {
  return join(directory, 'database')
}
