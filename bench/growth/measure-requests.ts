import { DAY_MS } from '#platform/shared/durations.ts'
import { type RunningSite, startSite } from '../../tests/support/site/start-site.ts'
import { logIn } from '../measure/logins.ts'
import { summariseDurations, type Times } from '../measure/measurement.ts'
import type { FilledDatabase } from './write-report.ts'

const REQUESTS = 200
const WARM_UP_REQUESTS = 30
export const administrator = { email: 'owner@growth.example', password: 'a long password of the owner' }

type MeasuredSite = FilledDatabase & { site: RunningSite; memberToken: string; administratorToken: string }

/**
 * Asks all sizes in turns, so that other load on the machine slows each of them equally.
 * @returns the times in milliseconds per question, in the order of the sizes
 */
export async function measureInTurns(databases: FilledDatabase[]): Promise<Map<string, Times[]>> {
  const sites: MeasuredSite[] = []
  try {
    for (const database of databases) sites.push(await startMeasuredSite(database))
    const times = new Map<string, Times[]>()
    for (const name of Object.keys(requests)) {
      const timesBySize = await measureRequest(sites, name as RequestName)
      times.set(name, timesBySize)
      process.stdout.write(
        `${name}: ${timesBySize.map(({ median, p99 }) => `${median.toFixed(1)} (${p99.toFixed(1)})`).join(' ')}\n`,
      )
    }
    return times
  } finally {
    for (const { site } of sites) await site.stop()
  }
}

/** Starts a site on the filled database and logs in a member and the administrator. */
export async function startMeasuredSite(database: FilledDatabase): Promise<MeasuredSite> {
  const environment = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const site = await startSite({ environment })
  const member = await logIn(site.url, '0@slots.example')
  const owner = await logIn(site.url, administrator.email, administrator)
  return { ...database, site, memberToken: member, administratorToken: owner }
}

type RequestName = keyof typeof requests

/** One member in fifty has each last name, so a page of results is full at every size. */
export const requests = {
  'dashboard of a member': ({ memberToken }: MeasuredSite) => ['/api/portal/dashboard', memberToken],
  'free times of 30 days': ({ memberToken, entitlementId }: MeasuredSite) => [
    `/api/sessions/slots?${nextMonth(entitlementId)}`,
    memberToken,
  ],
  'list of members': ({ administratorToken }: MeasuredSite) => ['/api/admin/members', administratorToken],
  'members by a name': ({ administratorToken }: MeasuredSite) => [
    '/api/admin/members?search=ada%20lovelace',
    administratorToken,
  ],
  'members by an address': ({ administratorToken, members }: MeasuredSite) => [
    `/api/admin/members?search=${Math.floor(members / 2)}@history.example`,
    administratorToken,
  ],
  'members by a name that nobody has': ({ administratorToken }: MeasuredSite) => [
    '/api/admin/members?search=zebra',
    administratorToken,
  ],
  'list of purchases': ({ administratorToken }: MeasuredSite) => ['/api/admin/purchases', administratorToken],
  'purchases by a name': ({ administratorToken }: MeasuredSite) => [
    '/api/admin/purchases?search=lovelace',
    administratorToken,
  ],
  overview: ({ administratorToken }: MeasuredSite) => ['/api/admin/overview', administratorToken],
  'rows of the revenue': ({ administratorToken }: MeasuredSite) => [
    '/api/admin/metrics?metric=revenue',
    administratorToken,
  ],
  'revenue as a whole': ({ administratorToken }: MeasuredSite) => [
    '/api/admin/metrics/total?metric=revenue',
    administratorToken,
  ],
} satisfies Record<string, (asked: MeasuredSite) => [string, string] | string[]>

function nextMonth(entitlementId: string) {
  const now = Date.now()
  return new URLSearchParams({
    entitlementId,
    lineKey: 'consultation',
    from: new Date(now).toISOString(),
    until: new Date(now + 30 * DAY_MS).toISOString(),
  })
}

async function measureRequest(sites: MeasuredSite[], name: RequestName): Promise<Times[]> {
  const durations = sites.map(() => [] as number[])
  for (let request = -WARM_UP_REQUESTS; request < REQUESTS; request += 1) {
    for (const [index, site] of sites.entries()) {
      const duration = await timeRequest(site, name)
      if (request >= 0) durations[index]?.push(duration)
    }
  }
  return durations.map(summariseDurations)
}

/** @returns milliseconds until the answer is complete, or NaN for an error status */
export async function timeRequest(measured: MeasuredSite, name: RequestName): Promise<number> {
  const [path, token] = requests[name](measured)
  const startedAt = performance.now()
  const response = await fetch(`${measured.site.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.ok ? performance.now() - startedAt : Number.NaN
}
