import { z } from 'zod'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Context } from '#platform/server/context.ts'
import { type Relocated, relocateFile } from '#platform/server/files/relocate-file.ts'
import { countRemovals, forgetRemovalsIn, listFilesElsewhere } from '#platform/server/files/replacement-store.ts'
import type { LocatedFile } from '#platform/server/files/store.ts'

export const MoveOrder = z.strictObject({
  /** A place that is gone for good: nothing is removed from there any more. */
  forget: z.string().min(1).optional(),
})

export type FilesMoved = Record<Relocated | 'failed', number> & {
  place: string | null
  waiting: { place: string; contents: number }[]
}

const AT_A_TIME = 100

/** Failures of so many files in a row are no matter of the files. */
const GIVE_UP_AFTER = 5

/**
 * Brings the contents of all files to where the configuration keeps them now, one after the other: whoever is stopped
 * begins again with what is left. The site may run meanwhile.
 */
export async function relocateFiles(context: Context, { forget }: z.infer<typeof MoveOrder>): Promise<FilesMoved> {
  const { db, files } = context
  const place = files.place ?? null
  if (forget) await forgetPlace(context, forget)
  const moved = { moved: 0, found: 0, gone: 0, failed: 0 }
  let failedInARow = 0
  const list = (after: string | undefined) => listFilesElsewhere(db, place, { after, limit: AT_A_TIME })
  for (let batch = await list(undefined); batch.length > 0; batch = await list(batch.at(-1)?.id)) {
    for (const file of batch) {
      const outcome = await relocate(context, file)
      moved[outcome] += 1
      failedInARow = outcome === 'failed' ? failedInARow + 1 : 0
      if (failedInARow === GIVE_UP_AFTER) throw gaveUp(moved)
    }
  }
  return { ...moved, place, waiting: await countRemovals(db) }
}

async function forgetPlace({ db, files }: Context, place: string) {
  if (place === files.place) throw new CommandRefused(`Files are kept in ${place}: that is not forgotten.`)
  await forgetRemovalsIn(db, place)
}

async function relocate(context: Context, file: LocatedFile): Promise<Relocated | 'failed'> {
  try {
    return await relocateFile(context, file)
  } catch (error) {
    context.log.error({ file: file.id, place: file.place, error: String(error) }, 'a file was not moved')
    return 'failed'
  }
}

function gaveUp({ moved, found }: { moved: number; found: number }) {
  return new CommandRefused(
    `Stopped after ${GIVE_UP_AFTER} files in a row that could not be moved; ${moved + found} were before. The log says why. Begin again: the rest is moved then.`,
  )
}
