import type { Context } from '../context.ts'
import { openBatches } from '../db/batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { isStorageUnavailable } from './open-storage.ts'
import { deleteRemoval, listDueRemovals, postponeRemovals, type StoredAt } from './removal-store.ts'

/** Runs every minute, so that erased files disappear quickly and a failed run needs no retry. */
export const deleteOrphanedFilesJob = defineJob({
  name: 'delete-orphaned-files',
  retryDelay: 20,
  retryLimit: 0,
  cron: '* * * * *',
  clock: 'business',
  run: deleteOrphanedFiles,
})

const BATCH_SIZE = 100

/**
 * Deletes contents of deleted files and of unfinished uploads. A removal stays queued until its content is gone, so an
 * unreachable storage is tried again later.
 */
export async function deleteOrphanedFiles({ db, files, log }: Pick<Context, 'db' | 'files' | 'log'>): Promise<void> {
  let removed = 0
  await openBatches({ rows: BATCH_SIZE })(async (most) => {
    const due = await listDueRemovals(db, most)
    removed += await deleteContents({ db, files, log }, due)
    return due.length
  })
  if (removed > 0) log.info({ removed }, 'contents of files were removed')
}

async function deleteContents(
  { db, ...context }: Pick<Context, 'db' | 'files' | 'log'>,
  due: StoredAt[],
): Promise<number> {
  const away = new Set<string>()
  let removed = 0
  for (const content of due) {
    // The first failure of a storage has already postponed this removal.
    if (away.has(content.place)) continue
    const isGone = await deleteContent(context, content)
    if (!isGone) away.add(content.place)
    await (isGone ? deleteRemoval : postponeRemovals)(db, content)
    removed += Number(isGone)
  }
  return removed
}

async function deleteContent(
  { files, log }: Pick<Context, 'files' | 'log'>,
  { place, key }: StoredAt,
): Promise<boolean> {
  try {
    await files.at(place).remove(key)
    return true
  } catch (problem) {
    // The storage itself already logs that it is unreachable.
    if (!isStorageUnavailable(problem))
      log.error({ place, error: String(problem) }, 'the content of a file was not removed')
    return false
  }
}
