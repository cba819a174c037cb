import { refreshCachedMetrics } from '#features/back-office/server/public.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { insertUpcoming, makeRegularMembers } from '../measure/free-slots.ts'
import { createDatabase } from '../measure/measurement.ts'
import { fillHistory } from './fill-history.ts'
import { measureProcesses } from './measure-processes.ts'
import { administrator, measureInTurns } from './measure-requests.ts'
import { makePlansFolder, readQueryPlans } from './query-plans.ts'
import { type FilledDatabase, writeGrowthReport } from './write-report.ts'

// `npm run bench -- growth` measures frequent requests at several numbers of members (arguments replace them), the
// footprint of one process and the throughput of one and of four. It writes docs/performance.md.

const chosenSizes = process.argv.slice(3).map(Number)
const sizes = chosenSizes.length > 0 ? chosenSizes : [1_000, 100_000, 1_000_000]
const binaries = findPostgres(process.env.PATH)
if (!binaries) {
  process.stderr.write("PostgreSQL's server is needed. On Debian: apt-get install postgresql\n")
  process.exit(1)
}
const plans = makePlansFolder()
const settings = { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB', ...plans.settings }
const postgres = await startTemporaryPostgres(binaries, { isDurable: false, settings })
try {
  const databases: FilledDatabase[] = []
  for (const members of sizes) databases.push(await fill(members))
  const times = await measureInTurns(databases)
  const relations = await readQueryPlans(plans, databases.at(-1))
  writeGrowthReport({ databases, times, relations, processes: await measureProcesses(databases[0]) })
} finally {
  await postgres.stop()
  plans.remove()
}
// Connections left open by a failed measurement would keep the process alive.
process.exit(process.exitCode ?? 0)

async function fill(members: number): Promise<FilledDatabase> {
  const url = await createDatabase(postgres.url, `growth_${members}`)
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator
  const site = await startSite({ environment: { DATABASE_URL: url, ADMIN_EMAIL, ADMIN_PASSWORD } })
  await site.stop()
  const startedAt = performance.now()
  const database = await openDatabase({ url })
  const now = new Date()
  const regulars = await makeRegularMembers(database, now)
  await insertUpcoming(database, regulars, now)
  const consultants = regulars.map(({ consultantId }) => consultantId)
  await fillHistory(url, members, consultants)
  const filledAt = performance.now()
  await refreshCachedMetrics({ db: database.slowQueries, now: () => new Date() }, 'sandbox')
  const metricsMilliseconds = performance.now() - filledAt
  const size = await database.pool.query('select pg_database_size(current_database()) as bytes')
  await database.close()
  process.stdout.write(`${members} members: filled in ${Math.round((filledAt - startedAt) / 1_000)} s\n`)
  return {
    members,
    url,
    entitlementId: regulars[0]?.entitlementId ?? '',
    metricsMilliseconds,
    bytes: size.rows[0].bytes,
  }
}
