import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { logIn } from './measure-logins.ts'
import type { Filled, Times } from './write-growth.ts'

const QUESTIONS = 200
const WARMING_UP = 30
const DAY = 86_400_000
export const administrator = { email: 'owner@growth.example', password: 'a long password of the owner' }

type Asked = Filled & { site: RunningSite; member: string; owner: string }

/**
 * All sizes are asked in turns, so that what else the machine does slows each of them.
 * @returns of each question the times in milliseconds, in the order of the sizes
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

/** @returns a site before the database, and the tokens of who asks */
export async function open(filled: Filled): Promise<Asked> {
  const environment = { DATABASE_URL: filled.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const site = await startSite({ environment })
  return { ...filled, site, member: await logIn(site.url, '0@slots.example'), owner: await logInAs(site.url) }
}

type Question = keyof typeof questions

/** A name of history is borne by one of fifty, so that a page is full in each size. */
export const questions = {
  'dashboard of a member': ({ member }: Asked) => ['/api/portal/dashboard', member],
  'free times of 30 days': ({ member, entitlementId }: Asked) => [
    `/api/sessions/times?${month(entitlementId)}`,
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
  'rows of the revenue': ({ owner }: Asked) => ['/api/admin/figures?figure=revenue', owner],
  'revenue as a whole': ({ owner }: Asked) => ['/api/admin/figures/total?figure=revenue', owner],
} satisfies Record<string, (asked: Asked) => [string, string] | string[]>

function month(entitlementId: string) {
  const now = Date.now()
  return new URLSearchParams({
    entitlementId,
    lineKey: 'consultation',
    from: new Date(now).toISOString(),
    until: new Date(now + 30 * DAY).toISOString(),
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
  return durations.map((some) => {
    const sorted = some.toSorted((one, other) => one - other)
    const keptBy = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    return { median: keptBy(0.5), p99: keptBy(0.99) }
  })
}

/** @returns in how many milliseconds it was answered; what is not answered took for ever */
export async function ask(asked: Asked, name: Question): Promise<number> {
  const [path, token] = questions[name](asked)
  const startedAt = performance.now()
  const response = await fetch(`${asked.site.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.ok ? performance.now() - startedAt : Number.NaN
}

async function logInAs(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}
