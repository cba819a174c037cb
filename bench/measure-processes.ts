import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { portsFor, startProcesses } from '../tests/support/processes.ts'
import { startBalancer } from '../tests/support/start-balancer.ts'
import { freePort, startSite } from '../tests/support/start-site.ts'
import { logIn } from './measure-logins.ts'
import { measureRate } from './measure-rate.ts'
import type { Filled } from './write-growth.ts'

export type Processes = {
  /** From the start of the process until a page is answered, in milliseconds: the median. */
  startMilliseconds: number
  /** What the process takes half a minute after that, without anybody asking, and how much of it are mapped files. */
  idle: { megabytes: number; ofFiles: number }
  /** Authenticated reads a second, and which share of the machine's processors worked for them. */
  rates: { processes: number; perSecond: number; busyShare: number }[]
}

const STARTS = 5
const IDLE_SECONDS = 30
const READ = '/api/portal/dashboard'

/** What one process takes, and what four carry behind a balancer. */
export async function measureProcesses(filled: Filled | undefined): Promise<Processes | undefined> {
  if (!filled) return undefined
  const environment = { DATABASE_URL: filled.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const starts: number[] = []
  for (let start = 0; start < STARTS; start += 1) starts.push(await timeStart(environment))
  const idle = await measureIdle(environment)
  // The first and the last are the same, so that a machine that changed meanwhile is seen.
  const rates = []
  for (const count of [1, 4, 1, 4]) rates.push(await measureReads(count, environment))
  const startMilliseconds = starts.sort((one, other) => one - other)[Math.floor(STARTS / 2)] ?? Number.NaN
  const processes = { startMilliseconds, idle, rates }
  process.stdout.write(`${JSON.stringify(processes)}\n`)
  return processes
}

async function timeStart(environment: Record<string, string>): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const starting = startSite({ port, environment })
  while (!(await isAnswered(`http://localhost:${port}/`))) await wait(5)
  const milliseconds = performance.now() - startedAt
  await (await starting).stop()
  return milliseconds
}

async function isAnswered(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => response.ok && (await response.text()) !== '',
    () => false,
  )
}

async function measureIdle(environment: Record<string, string>): Promise<Processes['idle']> {
  await using site = await startSite({ environment })
  await wait(IDLE_SECONDS * 1_000)
  const status = readFileSync(`/proc/${site.pid}/status`, 'utf8')
  const megabytesOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
  return { megabytes: megabytesOf('VmRSS'), ofFiles: megabytesOf('RssFile') }
}

async function measureReads(count: number, environment: Record<string, string>) {
  const ports = await portsFor(count)
  const processes = await startProcesses(ports, environment)
  const balancer = await startBalancer({ sites: ports })
  try {
    const headers = { authorization: `Bearer ${await logIn(balancer.url, '0@slots.example')}` }
    const target = { url: `${balancer.url}${READ}`, headers }
    await measureRate(target)
    const before = readProcessors()
    const perSecond = await measureRate(target)
    const after = readProcessors()
    return { processes: count, perSecond, busyShare: (after.busy - before.busy) / (after.all - before.all) }
  } finally {
    await balancer.stop()
    await processes.end()
  }
}

/** Since the machine was started, in its own unit. */
function readProcessors() {
  const [, ...times] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number)
  const all = times.slice(0, 8).reduce((sum, time) => sum + time, 0)
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) }
}
