import { DAY_MS } from '#platform/shared/durations.ts'
import { type RunningSite, startSite } from '../../tests/support/site/start-site.ts'
import { logIn } from '../measure/logins.ts'
import { type Times, timesOf } from '../measure/measurement.ts'
import type { Filled } from './write-report.ts'

const QUESTIONS = 200
const WARMING_UP = 30
export const administrator = { email: 'owner@growth.example', password: 'a long password of the owner' }

type Asked = Filled & { site: RunningSite; member: string; owner: string }

/**
 * Asks all sizes in turns, so that other load on the machine slows each of them equally.
 * @returns the times in milliseconds per question, in the order of the sizes
 */
export async function measureInTurns(filled: Filled[]): Promise<Map<string, Times[]>> {
  const asked: Asked[] = []
  try {
    for (const one of filled) asked.push(await open(one))
    const times = new Map<string, Times[]>()
    for (const name of Object.keys(questions)) {
      const all = await askInTurns(asked, name as Question)
      times.set(name, all)
      process.stdout.write(
        `${name}: ${all.map(({ median, p99 }) => `${median.toFixed(1)} (${p99.toFixed(1)})`).join(' ')}\n`,
      )
    }
    return times
  } finally {
    for (const { site } of asked) await site.stop()
  }
}

/** Starts a site on the filled database and logs in a member and the administrator. */
export async function open(filled: Filled): Promise<Asked> {
  const environment = { DATABASE_URL: filled.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const site = await startSite({ environment })
  const member = await logIn(site.url, '0@slots.example')
  const owner = await logIn(site.url, administrator.email, administrator)
  return { ...filled, site, member, owner }
}

type Question = keyof typeof questions

/** One member in fifty has each last name, so a page of results is full at every size. */
export const questions = {
  'dashboard of a member': ({ member }: Asked) => ['/api/portal/dashboard', member],
  'free times of 30 days': ({ member, entitlementId }: Asked) => [
    `/api/sessions/slots?${month(entitlementId)}`,
    member,
  ],
  'list of members': ({ owner }: Asked) => ['/api/admin/members', owner],
  'members by a name': ({ owner }: Asked) => ['/api/admin/members?search=ada%20lovelace', owner],
  'members by an address': ({ owner, members }: Asked) => [
    `/api/admin/members?search=${Math.floor(members / 2)}@history.example`,
    owner,
  ],
  'members by a name that nobody has': ({ owner }: Asked) => ['/api/admin/members?search=zebra', owner],
  'list of purchases': ({ owner }: Asked) => ['/api/admin/purchases', owner],
  'purchases by a name': ({ owner }: Asked) => ['/api/admin/purchases?search=lovelace', owner],
  overview: ({ owner }: Asked) => ['/api/admin/overview', owner],
  'rows of the revenue': ({ owner }: Asked) => ['/api/admin/metrics?metric=revenue', owner],
  'revenue as a whole': ({ owner }: Asked) => ['/api/admin/metrics/total?metric=revenue', owner],
} satisfies Record<string, (asked: Asked) => [string, string] | string[]>

function month(entitlementId: string) {
  const now = Date.now()
  return new URLSearchParams({
    entitlementId,
    lineKey: 'consultation',
    from: new Date(now).toISOString(),
    until: new Date(now + 30 * DAY_MS).toISOString(),
  })
}

async function askInTurns(asked: Asked[], name: Question): Promise<Times[]> {
  const durations = asked.map(() => [] as number[])
  for (let question = -WARMING_UP; question < QUESTIONS; question += 1) {
    for (const [place, one] of asked.entries()) {
      const duration = await ask(one, name)
      if (question >= 0) durations[place]?.push(duration)
    }
  }
  return durations.map(timesOf)
}

/** @returns milliseconds until the answer is complete, or NaN for an error status */
export async function ask(asked: Asked, name: Question): Promise<number> {
  const [path, token] = questions[name](asked)
  const startedAt = performance.now()
  const response = await fetch(`${asked.site.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.ok ? performance.now() - startedAt : Number.NaN
}
