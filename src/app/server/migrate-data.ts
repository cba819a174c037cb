import { openFiles } from '#platform/server/files/open-files.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import type { Log } from '#platform/server/log.ts'
import type { Config } from './config.ts'
import { jobs } from './job-handlers.ts'
import { openData } from './open-data.ts'
import { seedDatabase } from './seed-database.ts'

/**
 * Everything that a start does to the database before it serves: tables, queues, and what an empty one begins with.
 * Processes that start do the same by themselves, one after the other. @throws StartRefused
 */
export async function migrateData(config: Config, log: Log): Promise<void> {
  const database = await openData(config)
  try {
    const { db } = database
    const runner = await openJobs(database, jobs, log)
    try {
      const now = () => new Date()
      const files = openFiles(config.files, { log })
      const { publicUrl } = config
      await seedDatabase({ db, jobs: runner, limits: openLimits(db), files, now, publicUrl, log })
    } finally {
      await runner.stop()
    }
  } finally {
    await database.close()
  }
}
