import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content, FilePlace } from './file-place.ts'

/** Read at a time. */
const PIECE_BYTES = 262_144

/** Files in a folder of this machine, or of one that several machines share: readable by the user of the site alone. */
export function openFolder(root: string): FilePlace {
  const pathsOf = (key: string) => {
    if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('That is no key of a file')
    // By the first letters, since some disks are slow with a hundred thousand files in one folder.
    const folder = join(root, key.slice(0, 2))
    return { folder, path: join(folder, key), unfinished: join(folder, `.${key}.part`) }
  }
  return {
    async put(key, content) {
      const { folder, path, unfinished } = pathsOf(key)
      // Not the root itself: where it is missing, a disk is not there, and this would be another.
      await mkdir(folder, { mode: 0o700 }).catch(unlessThere)
      try {
        await writeWhole(unfinished, content)
        await rename(unfinished, path)
      } catch (problem) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw problem
      }
      // The names have to outlive a crash as well.
      for (const named of [folder, root]) await syncFolder(named)
    },
    async read(key) {
      const { path } = pathsOf(key)
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(async (problem) => {
        if (problem.code !== 'ENOENT') throw problem
        await requireRoot(root)
      })
      return handle?.createReadStream({ highWaterMark: PIECE_BYTES })
    },
    async remove(key) {
      const { path, unfinished } = pathsOf(key)
      await requireRoot(root)
      for (const each of [path, unfinished]) await rm(each, { force: true })
    },
    isEmpty: async () => (await readdir(root, { recursive: true, withFileTypes: true })).every((one) => !one.isFile()),
  }
}

async function writeWhole(path: string, content: Content): Promise<void> {
  await using handle = await open(path, 'wx', 0o600)
  for await (const piece of content.pieces()) {
    // A disk that is nearly full takes a part, and says what is wrong only when it is asked to take the rest.
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

/** Without it, nothing is known of what it holds. */
async function requireRoot(root: string): Promise<void> {
  await using _ = await open(root, constants.O_RDONLY | constants.O_DIRECTORY)
}

function unlessThere(problem: NodeJS.ErrnoException) {
  if (problem.code !== 'EEXIST') throw problem
}
