import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { insertMembers, membersPassword } from '#tests/support/given/members.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { startBareServers } from './baseline/start-bare-servers.ts'
import { measureCheckouts } from './measure/checkouts.ts'
import { measureDashboard } from './measure/dashboard.ts'
import { measureFreeSlots } from './measure/free-slots.ts'
import { measureLists } from './measure/lists.ts'
import { logIn, measureHashes, measureLogins } from './measure/logins.ts'
import { measureMetrics } from './measure/metrics.ts'
import { measureFootprint } from './measure/process-footprint.ts'
import { measurePurchases } from './measure/purchases.ts'
import { measureRestore } from './measure/restore.ts'
import { measureThroughput, type Target } from './measure/throughput.ts'

// `npm run bench` compares the product with the bare components it is built on, as ratios from one run on one machine.

const LOGINS = 800

const binaries = findPostgres(process.env.PATH)
if (!binaries) {
  process.stderr.write("PostgreSQL's server is needed to compare with. On Debian: apt-get install postgresql\n")
  process.exit(1)
}
const postgres = await startTemporaryPostgres(binaries, { isDurable: true })
const site = await startSite({ environment: { DATABASE_URL: postgres.url, TRUST_PROXY: 'loopback' } })
const token = await registerMember()
const page = Buffer.from(await (await fetch(site.url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer())
const packages = await (await fetch(`${site.url}/api/packages`)).text()
const bareServers = await startBareServers(page, packages, postgres.url)

const headers = { authorization: `Bearer ${token}` }
const ours = (path: string, isLoggedIn = false) => ({ url: site.url + path, ...(isLoggedIn && { headers }) })
const bare = (path: string) => ({ url: bareServers.fastify + path })
await compare('home page from memory', ours('/'), 'bare Fastify page', bare('/page'), 0.8)
if (bareServers.nginx) await compare('home page from memory', ours('/'), 'nginx', { url: bareServers.nginx }, 0.4)
await compare('GET /api/packages', ours('/api/packages'), 'bare Fastify route', bare('/json'))
await compare('GET /api/purchases, logged in', ours('/api/purchases', true), 'bare Fastify route', bare('/json'))
const me = ours('/api/auth/me', true)
await compare('GET /api/auth/me, logged in', me, 'bare Fastify route with one select', bare('/row'), 0.6)
bareServers.stop()

await compareLogins()
await site.stop()

const { purchaseRate, bareRate } = await measurePurchases(postgres.url)
writeComparison('purchase without the provider', purchaseRate, 'bare transaction with a counter row', bareRate, 0.4)
const checkouts = await measureCheckouts(postgres.url)
print(`checkouts with the sandbox: ${Math.round(checkouts.rate)}/s, p99 ${Math.round(checkouts.p99)} ms (goal 100/s)`)
const dashboard = await measureDashboard(postgres.url)
print(
  `dashboard of a member with 200 purchases among 100,000 members: p99 ${dashboard.p99.toFixed(1)} ms (goal 30), median ${dashboard.median.toFixed(1)} ms`,
)
const slots = await measureFreeSlots(postgres.url)
print(
  `free slots of 30 days over 5 consultants: p99 ${Math.round(slots.many)} ms with 100,000 bookings (goal 50), ${(
    slots.many / slots.few
  ).toFixed(2)} of the time with 1,000 (goal 1.5); ${slots.count} free slots`,
)
for (const { address, median, p99 } of await measureLists(postgres.url))
  print(`${address} with 100,000 rows: p99 ${p99.toFixed(1)} ms (goal 100), median ${median.toFixed(1)} ms`)
const { startMilliseconds, idle } = await measureFootprint(postgres.url)
print(
  `a process answers ${Math.round(startMilliseconds)} ms after its start (goal 1,500) and idles at ${Math.round(
    idle.megabytes,
  )} MB (goal 150), of which ${Math.round(idle.mappedFileMegabytes)} MB are mapped files`,
)
const { databaseMb, backupMb, backupSeconds, restoreSeconds } = await measureRestore(postgres.url)
print(
  `backup of ${Math.round(databaseMb)} MB: ${backupSeconds.toFixed(1)} s, a file of ${Math.round(backupMb)} MB; restored and compared in ${restoreSeconds.toFixed(1)} s (goal 900)`,
)
const metrics = await measureMetrics(postgres.url)
print(
  `/metrics with 100,000 jobs and 100,000 unsent emails: ${Math.round(metrics.first)} ms (goal 1,000), asked again ${metrics.next.toFixed(1)} ms`,
)
await postgres.stop()

/**
 * Measures the two sides in turn, twice each, so that a brief spike in load on the machine does not decide the result.
 */
async function compare(name: string, ownTarget: Target, otherName: string, otherTarget: Target, aim?: number) {
  const rates = { ours: [] as number[], other: [] as number[] }
  for (let round = 0; round < 2; round += 1) {
    rates.other.push(await measureThroughput(otherTarget))
    rates.ours.push(await measureThroughput(ownTarget))
  }
  writeComparison(name, Math.max(...rates.ours), otherName, Math.max(...rates.other), aim)
}

async function compareLogins() {
  const database = await openDatabase({ url: postgres.url })
  // Each round uses different members, because a second login from another browser also sends an email.
  const emails = await insertMembers(database, 2 * LOGINS, 'logins.example')
  await database.close()
  const rates = { logins: [] as number[], hashes: [] as number[] }
  for (let round = 0; round < 2; round += 1) {
    rates.hashes.push(await measureHashes())
    rates.logins.push(await measureLogins(site.url, emails.slice(round * LOGINS, (round + 1) * LOGINS)))
  }
  writeComparison('login', Math.max(...rates.logins), 'bare password hash', Math.max(...rates.hashes), 0.9)
}

function writeComparison(name: string, rate: number, otherName: string, otherRate: number, aim?: number) {
  const ratio = (rate / otherRate).toFixed(2)
  const aimText = aim === undefined ? '' : ` (goal ${aim})`
  print(`${name}: ${ratio} of ${otherName}${aimText}   ${Math.round(rate)}/s against ${Math.round(otherRate)}/s`)
}

async function registerMember(): Promise<string> {
  const person = { email: 'bench@example.org', firstName: 'Ada', lastName: 'Lovelace', mobile: '+447700900123' }
  await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password: membersPassword }),
  })
  return logIn(site.url, person.email)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
