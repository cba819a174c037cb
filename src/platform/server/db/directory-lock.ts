import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../start-refused.ts'

/**
 * Two processes on one embedded database would corrupt it silently. SQLite's exclusive lock is the operating
 * system's own: it is freed even by kill -9, so there is no stale lock file to clean up.
 * @returns a function that frees the lock
 */
export function lockDirectory(directory: string): () => void {
  try {
    // For this user alone: names, addresses and links of mails stand below it.
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw notWritable(directory, error)
  }
  const lock = openLock(directory)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? inUse(directory) : notWritable(directory, error)
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** A lock that nobody refers to would be collected, and freed with that. */
const held = new Set<DatabaseSync>()

const SQLITE_BUSY = 5

function openLock(directory: string) {
  try {
    return new DatabaseSync(join(directory, 'lock.sqlite'), { timeout: 0 })
  } catch (error) {
    throw notWritable(directory, error)
  }
}

function inUse(directory: string) {
  return new StartRefused(
    `The data directory ${directory} is in use by another process of this site. Stop that one first, or set DATA_DIR to another directory.`,
  )
}

/** Says what a person can do where the site's own folder cannot be written. */
export function notWritable(directory: string, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartRefused(
    `The data directory ${directory} cannot be written (${reason}). Give this user the right to write there, or set DATA_DIR to another directory.`,
  )
}
