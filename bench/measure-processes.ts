import { readFileSync } from 'node:fs'
import { portsFor, startProcesses } from '../tests/support/processes.ts'
import { startBalancer } from '../tests/support/start-balancer.ts'
import { type Light, measureLight } from './measure-light.ts'
import { logIn } from './measure-logins.ts'
import { measureRate } from './measure-rate.ts'
import type { Filled } from './write-growth.ts'

export type Processes = Light & {
  /** Authenticated reads a second, and which share of the machine's processors worked for them. */
  rates: { processes: number; perSecond: number; busyShare: number }[]
}

const READ = '/api/portal/dashboard'

/** What one process takes, and what four carry behind a balancer. */
export async function measureProcesses(filled: Filled | undefined): Promise<Processes | undefined> {
  if (!filled) return undefined
  const environment = { DATABASE_URL: filled.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const light = await measureLight(filled.url)
  // The first and the last are the same, so that a machine that changed meanwhile is seen.
  const rates = []
  for (const count of [1, 4, 1, 4]) rates.push(await measureReads(count, environment))
  const processes = { ...light, rates }
  process.stdout.write(`${JSON.stringify(processes)}\n`)
  return processes
}

async function measureReads(count: number, environment: Record<string, string>) {
  const ports = await portsFor(count)
  const processes = await startProcesses(ports, environment)
  const balancer = await startBalancer({ sites: ports })
  try {
    await balancer.untilAllServe()
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
