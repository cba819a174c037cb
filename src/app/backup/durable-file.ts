import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#platform/server/error-code.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'

/**
 * Writes a new file that only the site's user can read, either completely or not at all. Reads the file back to check
 * the disk.
 * @returns the size in bytes
 * @throws CommandRefused if the file exists or cannot be written
 */
export async function writeNewFile(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await requireNewFile(file)
  const partFile = `${file}.part`
  try {
    const written = await writeAndSync(partFile, content, 'wx')
    if ((await hashFile(partFile)) !== written.sha256)
      throw new CommandRefused(`What’s on the disk differs from what was written to ${file}. Use another disk.`)
    // Unlike `rename`, `link` never replaces a file created in the meantime.
    await link(partFile, file)
    await rm(partFile)
    await syncFolder(file)
    return written.bytes
  } catch (error) {
    // EEXIST means that another backup is writing this part, so we must not delete it.
    if (errorCode(error) !== 'EEXIST') await rm(partFile, { force: true }).catch(() => {})
    throw explainFileError(file, error)
  }
}

/** Replaces a file's text atomically, so that a concurrent reader sees the old text or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const partFile = `${file}.part`
  try {
    await writeAndSync(partFile, [Buffer.from(text)], 'w')
    await rename(partFile, file)
    await syncFolder(file)
  } catch (error) {
    throw explainFileError(file, error)
  }
}

export async function requireNewFile(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new CommandRefused(`${file} already exists. Choose another name.`)
}

async function writeAndSync(file: string, content: AsyncIterable<Uint8Array> | Uint8Array[], flags: string) {
  const hash = createHash('sha256')
  const handle = await open(file, flags, 0o600)
  let bytes = 0
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Syncs the folder, because a new file name is durable only after that. */
async function syncFolder(file: string) {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

function explainFileError(file: string, error: unknown): unknown {
  if (errorCode(error) === 'EEXIST')
    return new CommandRefused(
      `${file}.part already exists: a backup is being written, or one was interrupted. Delete the file if no backup is running.`,
    )
  const isFileError = error instanceof Error && 'syscall' in error && 'code' in error
  return isFileError
    ? new CommandRefused(
        `${file} can’t be written to (${error.code}). Check the folder, its owner and the space on its disk.`,
      )
    : error
}
