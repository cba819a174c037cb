import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { givenBookableConsultant } from '../../support/bookable-consultants.ts'
import { type RunningSite, startSite } from '../../support/start-site.ts'

type Consultant = NonNullable<Parameters<typeof givenBookableConsultant>[1]>

/** A site with consultants who can be booked every day, for as long as it is used. */
export async function withSessionsSite(people: Consultant[], use: (site: RunningSite) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-sessions-'))
  const database = await openDatabase({ directory })
  await migrate(database.pool)
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (const person of people)
    await givenBookableConsultant({ database, rows } as never, { ...person, weeklyHours: [['08:00', '18:00']] })
  await database.close()
  const site = await startSite({ directory })
  await use(site)
  await site.kill()
  await rm(directory, { recursive: true })
}
