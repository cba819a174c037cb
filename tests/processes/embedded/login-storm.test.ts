import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { insertMembers, membersPassword } from '../../support/given/members.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { requirePostgres } from '../../support/site/find-program.ts'
import { countByStatus, percentile, raiseStorm } from '../../support/site/login-storm.ts'
import { startSite } from '../../support/site/start-site.ts'

test('a storm of logins is answered or refused with Retry-After, while pages are served', async () => {
  await using site = await startSite({ directory: await newSiteDirectory(), environment: { TRUST_PROXY: 'loopback' } })
  const storm = { loginsPerSecond: 400, pagesPerSecond: 50, seconds: 1 }
  await (await fetch(site.url)).text()

  // An unknown address costs the site as much as a known one.
  const { logins, pages } = await raiseStorm(site.url, storm, (index) => ({
    email: `${index}@storm.example`,
    password: 'a long enough password',
  }))

  const statuses = countByStatus(logins)
  expect(Object.keys(statuses)).toEqual(['400', '503'])
  expect(statuses[503]).toBeGreaterThan(50)
  expect(logins.every(({ status, retryAfter }) => status !== 503 || retryAfter > 0)).toBe(true)
  expect(countByStatus(pages)).toEqual({ 200: 50 })
  // Once the storm is over, the site is ready.
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

const seconds = stressTestSize('STORM_SECONDS', 60)

// R13 in docs/promises.md. The site runs in its own process, so that measuring slows it down as little as possible.
const storms: [string, Parameters<typeof raiseStorm>[1]][] = [
  ['at its capacity', { loginsPerSecond: 40, pagesPerSecond: 200, seconds }],
  ['at ten times its capacity', { loginsPerSecond: 400, pagesPerSecond: 200, seconds: seconds / 6 }],
]

test.each(isStressTest ? storms : [])('pages stay fast under login load: %s', async (_, storm) => {
  const postgres = await startTemporaryPostgres(requirePostgres(), { isDurable: true })
  onTestFinished(postgres.stop)
  await using site = await startSite({ environment: { DATABASE_URL: postgres.url, TRUST_PROXY: 'loopback' } })
  const database = await openDatabase({ url: postgres.url })
  const emails = await insertMembers(database, 1_200, 'logins.example')
  await database.close()
  await (await fetch(site.url)).text()

  const { logins, pages, megabytes, lagMilliseconds } = await raiseStorm(site.url, storm, (index) => ({
    email: emails[index % emails.length] ?? '',
    password: membersPassword,
  }))

  const p99 = percentile(pages, 99)
  recordMeasurement(
    'R13',
    `${storm.loginsPerSecond} logins and ${storm.pagesPerSecond} pages a second for ${storm.seconds} s on ${availableParallelism()} cores, shared with PostgreSQL and the visitors: pages p99 ${Math.round(p99)} ms, logins by status ${JSON.stringify(countByStatus(logins))}, ${Math.round(megabytes)} MB, event loop delayed by ${Math.round(lagMilliseconds)} ms at most`,
    'pages p99 < 300 ms, 429 or 503 with Retry-After beyond the queue, < 512 MB, < 200 ms delay',
  )
  expect(Object.keys(countByStatus(pages))).toEqual(['200'])
  expect(logins.filter(({ status, retryAfter }) => status !== 200 && !(isRefusal(status) && retryAfter > 0))).toEqual(
    [],
  )
  expect(p99).toBeLessThan(300)
  expect(megabytes).toBeLessThan(512)
  expect(lagMilliseconds).toBeLessThan(200)
})

function isRefusal(status: number): boolean {
  return status === 429 || status === 503
}
