import { readdirSync, readFileSync } from 'node:fs'
import { portsFor, startProcesses } from '../tests/support/processes.ts'
import { startBalancer } from '../tests/support/start-balancer.ts'
import { type Light, measureLight } from './measure-light.ts'
import { logIn } from './measure-logins.ts'
import { measureRate } from './measure-rate.ts'
import type { Filled } from './write-growth.ts'

export type Processes = Light & {
  /** Authenticated reads a second, and which share of the machine's processors worked for them, and where. */
  rates: { processes: number; perSecond: number; shares: { busy: number; site: number; database: number } }[]
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
    // Each process as long as one alone.
    for (let warmed = 0; warmed < count; warmed += 1) await measureRate(target)
    const sites = new Set(processes.sites.map(({ pid }) => String(pid)))
    const before = readProcessors(sites)
    const perSecond = await measureRate(target)
    const after = readProcessors(sites)
    const spent = (part: Part) => (after[part] - before[part]) / (after.all - before.all)
    return {
      processes: count,
      perSecond,
      shares: { site: spent('site'), database: spent('database'), busy: spent('busy') },
    }
  } finally {
    await balancer.stop()
    await processes.end()
  }
}

type Part = 'all' | 'busy' | 'site' | 'database'

/** What the processors have done, in the system's own unit. @param sites their processes, running all the while */
function readProcessors(sites: Set<string>): Record<Part, number> {
  const [, ...times] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number)
  const all = times.slice(0, 8).reduce((sum, time) => sum + time, 0)
  const parts = { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0), site: 0, database: 0 }
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { name, ticks } = readProcess(process)
    if (sites.has(process)) parts.site += ticks
    if (name === 'postgres') parts.database += ticks
  }
  return parts
}

function readProcess(id: string): { name: string; ticks: number } {
  try {
    // "id (name) state ...", where the name may hold anything.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    return { name, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    // It has ended since it was listed.
    return { name: '', ticks: 0 }
  }
}
