import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../start-refused.ts'

/**
 * Before the site serves: it does not make the folder, since where one is missing its disk may not be there. A bucket is
 * not asked for: where it is away the site serves all else.
 * @throws StartRefused
 */
export async function requireFolder(place: string | undefined): Promise<void> {
  if (!place?.startsWith('file:')) return
  const folder = fileURLToPath(place)
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const isOurs = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (isFolder && isOurs) return
  throw new StartRefused(
    `FILES_STORE is ${place}, but ${folder} is no folder that the site can read and write. Make it, or check its disk and whose it is.`,
  )
}
