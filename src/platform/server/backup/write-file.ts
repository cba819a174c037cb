import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandRefused } from '../command-refused.ts'

/**
 * Writes a file that is there whole or not at all, for nobody but who runs the site, and reads it again to see that the
 * disk has what it was given.
 * @returns how many bytes it has
 * @throws CommandRefused where there is such a file, or it cannot be written
 */
export async function writeNewFile(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await refuseExisting(file)
  const part = `${file}.part`
  try {
    const written = await writeThrough(part, content, 'wx')
    if ((await hashOf(part)) !== written.sha256)
      throw new CommandRefused(`The disk does not give back what was written to ${file}. Write to another disk.`)
    // Unlike renaming, it never takes the place of a file that has come since.
    await link(part, file)
    await rm(part)
    await syncFolder(file)
    return written.bytes
  } catch (error) {
    // One that another backup is writing at this moment is not ours to take away.
    if (!isCode(error, 'EEXIST')) await rm(part, { force: true }).catch(() => {})
    throw inWords(file, error)
  }
}

/** Puts other words into a file, at once: whoever reads it meanwhile finds the old ones or the new. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const part = `${file}.part`
  try {
    await writeThrough(part, [Buffer.from(text)], 'w')
    await rename(part, file)
    await syncFolder(file)
  } catch (error) {
    throw inWords(file, error)
  }
}

export async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new CommandRefused(`There is a file ${file} already. Choose another name.`)
}

async function writeThrough(file: string, content: AsyncIterable<Uint8Array> | Uint8Array[], flags: string) {
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

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** The name itself is on the disk only then. */
async function syncFolder(file: string) {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

function inWords(file: string, error: unknown): unknown {
  if (isCode(error, 'EEXIST'))
    return new CommandRefused(
      `${file}.part is there: a backup is being written, or one was interrupted. Delete it if none is.`,
    )
  const isAboutFiles = error instanceof Error && 'syscall' in error && 'code' in error
  return isAboutFiles ? new CommandRefused(`${file} cannot be written (${error.code}).`) : error
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
