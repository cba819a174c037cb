import { randomInt } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'

export type Storm = { loginsPerSecond: number; pagesPerSecond: number; seconds: number }

/** One person's login. Nobody logs in twice at the same time. */
type Login = { email: string; password: string }

/**
 * Makes many people log in from different addresses while others read the home page. As with real people, requests
 * start at fixed times, even if earlier ones have had no response. The site must trust this machine as its proxy.
 */
export async function raiseStorm(siteUrl: string, storm: Storm, toLogin: (index: number) => Login) {
  const agent = new Agent({ keepAlive: true })
  const logins: Answer[] = []
  const pages: Answer[] = []
  const monitor = watchProcess(siteUrl)
  await Promise.all([
    runAtRate(storm.loginsPerSecond, storm.seconds, async (index) => {
      logins.push(await send(agent, `${siteUrl}/api/auth/login`, toLogin(index)))
    }),
    runAtRate(storm.pagesPerSecond, storm.seconds, async () => {
      pages.push(await send(agent, `${siteUrl}/`))
    }),
  ])
  agent.destroy()
  return { logins, pages, ...(await monitor.end()) }
}

export type Answer = { status: number; retryAfter: number; milliseconds: number }

export function countByStatus(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The response time in milliseconds that this percentage of requests did not exceed. */
export function percentile(answers: Answer[], percent: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? Number.NaN
}

async function runAtRate(perSecond: number, seconds: number, work: (index: number) => Promise<void>): Promise<void> {
  const started: Promise<void>[] = []
  const startedAt = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - startedAt) / 1_000
      const dueCount = Math.floor(Math.min(elapsed, seconds) * perSecond)
      while (started.length < dueCount) started.push(work(started.length))
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  await Promise.all(started)
}

function send(agent: Agent, url: string, login?: Login): Promise<Answer> {
  const startedAt = performance.now()
  const body = login && JSON.stringify(login)
  const headers = {
    'accept-encoding': 'br',
    // An address in the network reserved for benchmarks (RFC 2544).
    'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    // Status 0 marks requests that got no response.
    const fail = () => resolve({ status: 0, retryAfter: 0, milliseconds: performance.now() - startedAt })
    const finish = (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response
      const milliseconds = performance.now() - startedAt
      resolve({ status, retryAfter: Number(headers['retry-after'] ?? 0), milliseconds })
    }
    const call = request(url, { method: body ? 'POST' : 'GET', agent, headers }, (response) => {
      response.resume().once('end', () => finish(response))
    })
    call.once('error', fail)
    call.end(body)
  })
}

/** Polls the site's process metrics every half second. */
function watchProcess(siteUrl: string) {
  const highest = { megabytes: 0, lagMilliseconds: 0 }
  const sample = async () => {
    const text = await (await fetch(`${siteUrl}/metrics`)).text()
    const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    highest.megabytes = Math.max(highest.megabytes, readMetric('process_resident_memory_bytes') / 1_048_576)
    highest.lagMilliseconds = Math.max(highest.lagMilliseconds, readMetric('nodejs_eventloop_lag_max_seconds') * 1_000)
  }
  // The first sample includes the start-up, so its event loop lag is discarded.
  const firstSample = sample().then(() => {
    highest.lagMilliseconds = 0
  })
  const timer = setInterval(() => void sample().catch(() => {}), 500)
  return {
    async end() {
      clearInterval(timer)
      await firstSample
      await sample()
      return highest
    },
  }
}
