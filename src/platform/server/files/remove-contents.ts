import type { Context } from '../context.ts'
import { openBatches } from '../db/in-batches.ts'
import type { Job } from '../jobs.ts'
import { isFilesAway } from './open-files.ts'
import { type Away, forgetRemoval, listDueRemovals, putOffRemovals } from './removal-store.ts'

/** Every minute: what somebody erases is gone soon after. One that fails is followed by the next. */
export const removeContentsJob: Job<Record<string, never>> = {
  name: 'remove-contents',
  retryDelay: 20,
  retryLimit: 0,
  cron: '* * * * *',
}

const AT_A_TIME = 100

/**
 * Removes the contents of files that were deleted, and those of files that never came to be. Each is forgotten only
 * once it is gone, so that a place that is away is asked again until it answers.
 */
export async function removeContents({ db, files, log }: Pick<Context, 'db' | 'files' | 'log'>): Promise<void> {
  let removed = 0
  await openBatches({ rows: AT_A_TIME })(async (most) => {
    const due = await listDueRemovals(db, most)
    removed += await removeAll({ db, files, log }, due)
    return due.length
  })
  if (removed > 0) log.info({ removed }, 'contents of files were removed')
}

async function removeAll({ db, ...context }: Pick<Context, 'db' | 'files' | 'log'>, due: Away[]): Promise<number> {
  const away = new Set<string>()
  let removed = 0
  for (const content of due) {
    // Put off with the first of its place that was not removed.
    if (away.has(content.place)) continue
    const isGone = await remove(context, content)
    if (!isGone) away.add(content.place)
    await (isGone ? forgetRemoval : putOffRemovals)(db, content)
    removed += Number(isGone)
  }
  return removed
}

async function remove({ files, log }: Pick<Context, 'files' | 'log'>, { place, key }: Away): Promise<boolean> {
  try {
    await files.at(place).remove(key)
    return true
  } catch (problem) {
    // Who is away has been told of in the log by its place.
    if (!isFilesAway(problem)) log.error({ place, error: String(problem) }, 'the content of a file was not removed')
    return false
  }
}
