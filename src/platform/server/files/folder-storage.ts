import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../operator-errors.ts'
import type { Content, FileStorage } from './storage.ts'

const CHUNK_BYTES = 262_144

/** Stores files in a local or shared folder, readable only by the site's user. */
export function openFolderStorage(root: string): FileStorage {
  const toPaths = (key: string) => {
    if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('Invalid file key')
    // Uses subfolders, because some disks are slow with 100,000 files in one folder.
    const folder = join(root, key.slice(0, 2))
    return { folder, path: join(folder, key), partialPath: join(folder, `.${key}.part`) }
  }
  return {
    async put(key, content) {
      const { folder, path, partialPath } = toPaths(key)
      // Never creates the root. If it is missing, its disk is not mounted, and we would write to another disk.
      await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting)
      try {
        await writeWhole(partialPath, content)
        await rename(partialPath, path)
      } catch (problem) {
        await rm(partialPath, { force: true }).catch(() => {})
        throw problem
      }
      // Syncs the folders, so that the file names survive a crash.
      for (const changedFolder of [folder, root]) await syncFolder(changedFolder)
    },
    async read(key) {
      const { path } = toPaths(key)
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(async (problem) => {
        if (problem.code !== 'ENOENT') throw problem
        await requireRoot(root)
      })
      return handle?.createReadStream({ highWaterMark: CHUNK_BYTES })
    },
    async remove(key) {
      const { path, partialPath } = toPaths(key)
      await requireRoot(root)
      for (const file of [path, partialPath]) await rm(file, { force: true })
    },
    isEmpty: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true })).every((entry) => !entry.isFile()),
  }
}

async function writeWhole(path: string, content: Content): Promise<void> {
  await using handle = await open(path, 'wx', 0o600)
  for await (const piece of content.pieces()) {
    // A nearly full disk writes only part of the data, and reports the error at the next write.
    for (let written = 0; written < piece.length; ) {
      written += (await handle.write(piece, written)).bytesWritten
    }
  }
  await handle.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** If the root is missing, its disk may not be mounted, so a missing file proves nothing. */
async function requireRoot(root: string): Promise<void> {
  await using _ = await open(root, constants.O_RDONLY | constants.O_DIRECTORY)
}

function ignoreExisting(problem: NodeJS.ErrnoException) {
  if (problem.code !== 'EEXIST') throw problem
}

/**
 * Runs before the site starts serving. It never creates the folder, because a missing one may mean an unmounted disk.
 * Buckets are not checked, because the site can serve everything else without one.
 * @throws StartRefused
 */
export async function requireFolder(place: string | undefined): Promise<void> {
  if (!place?.startsWith('file:')) return
  const folder = fileURLToPath(place)
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const isAccessible = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (isFolder && isAccessible) return
  throw new StartRefused(
    `FILES_STORE is ${place}, but the site can’t read and write the folder ${folder}. Create it, or check its disk and owner.`,
  )
}
