import { jobs } from '#app/server/job-handlers.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { onlyInDatabase } from '#platform/server/files/open-files.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'

/** What a use case is given where no site runs, with a queue of its own on this database, which the caller stops. */
export async function openQueueContext(database: Database) {
  const { db } = database
  const log = { info() {}, warn() {}, error() {} }
  const runner = await openJobs(database, jobs, log)
  const limits = openLimits(db)
  return {
    runner,
    context: { db, jobs: runner, limits, files: onlyInDatabase, now: () => new Date(), publicUrl: '', log },
  }
}
