import type { Context } from '../context.ts'
import { openBatches } from '../db/batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { isStorageUnavailable } from './open-storage.ts'
import { type ContentLocation, deleteRemoval, listDueRemovals, postponeRemovals } from './removal-store.ts'

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
 * Deletes the contents of deleted files and of unfinished uploads. A removal stays queued until its content is gone, so
 * it is retried if the storage is unreachable.
 */
export async function deleteOrphanedFiles({ db, files, log }: Pick<Context, 'db' | 'files' | 'log'>): Promise<void> {
  let removed = 0
  await openBatches({ rows: BATCH_SIZE })(async (limit) => {
    const dueRemovals = await listDueRemovals(db, limit)
    removed += await deleteContents({ db, files, log }, dueRemovals)
    return dueRemovals.length
  })
  if (removed > 0) log.info({ removed }, 'contents of deleted files were removed')
}

async function deleteContents(
  { db, ...context }: Pick<Context, 'db' | 'files' | 'log'>,
  dueRemovals: ContentLocation[],
): Promise<number> {
  const failedStorages = new Set<string>()
  let removed = 0
  for (const content of dueRemovals) {
    // The first failure of a storage has already postponed this removal.
    if (failedStorages.has(content.place)) continue
    const isDeleted = await deleteContent(context, content)
    if (!isDeleted) failedStorages.add(content.place)
    await (isDeleted ? deleteRemoval : postponeRemovals)(db, content)
    removed += Number(isDeleted)
  }
  return removed
}

async function deleteContent(
  { files, log }: Pick<Context, 'files' | 'log'>,
  { place, key }: ContentLocation,
): Promise<boolean> {
  try {
    await files.storageAt(place).remove(key)
    return true
  } catch (problem) {
    // The storage itself already logs that it is unreachable.
    if (!isStorageUnavailable(problem))
      log.error({ place, error: String(problem) }, 'the content of a deleted file was not removed')
    return false
  }
}
