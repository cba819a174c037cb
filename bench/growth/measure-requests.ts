import { DAY_MS } from '#platform/shared/durations.ts'
import { type RunningSite, startSite } from '#tests/support/site/start-site.ts'
import { logIn } from '../measure/logins.ts'
import { summariseDurations, type Times } from '../measure/measurement.ts'
import type { FilledDatabase } from './write-report.ts'

const REQUESTS = 200
const WARM_UP_REQUESTS = 30
export const administrator = { email: 'owner@growth.example', password: 'a long password of the owner' }

type MeasuredSite = FilledDatabase & { site: RunningSite; memberToken: string; administratorToken: string }

/**
 * Sends each request to sites of all sizes in turn, so that other load on the machine slows them equally.
 * @returns the times in milliseconds per request, in the order of the sizes
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
  const owner = await logIn(site.url, administrator.email, administrator.password)
  return { ...database, site, memberToken: member, administratorToken: owner }
}

type RequestName = keyof typeof requests

type Request = { path: (asked: MeasuredSite) => string; asMember?: boolean }

/** One member in fifty has any given last name, so a page of results is full at every size. */
export const requests = {
  'dashboard of a member': { path: () => '/api/portal/dashboard', asMember: true },
  'free slots of 30 days': {
    path: ({ entitlementId }) => `/api/sessions/slots?${nextMonth(entitlementId)}`,
    asMember: true,
  },
  'list of members': { path: () => '/api/admin/members' },
  'members by a name': { path: () => '/api/admin/members?search=ada%20lovelace' },
  'members by an address': {
    path: ({ members }) => `/api/admin/members?search=${Math.floor(members / 2)}@history.example`,
  },
  'members by an unknown name': { path: () => '/api/admin/members?search=zebra' },
  'list of purchases': { path: () => '/api/admin/purchases' },
  'purchases by a name': { path: () => '/api/admin/purchases?search=lovelace' },
  overview: { path: () => '/api/admin/overview' },
  'rows of the revenue': { path: () => '/api/admin/metrics?metric=revenue' },
  'revenue as a whole': { path: () => '/api/admin/metrics/total?metric=revenue' },
} satisfies Record<string, Request>

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

/** @returns milliseconds until the response is complete, or NaN for an error status */
export async function timeRequest(measured: MeasuredSite, name: RequestName): Promise<number> {
  const { path, asMember }: Request = requests[name]
  const token = asMember ? measured.memberToken : measured.administratorToken
  const startedAt = performance.now()
  const response = await fetch(`${measured.site.url}${path(measured)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.text()
  return response.ok ? performance.now() - startedAt : Number.NaN
}
