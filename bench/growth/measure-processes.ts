import { readdirSync, readFileSync } from 'node:fs'
import { freePorts, startProcesses } from '#tests/support/site/processes.ts'
import { startBalancer } from '#tests/support/site/start-balancer.ts'
import { logIn } from '../measure/logins.ts'
import { measureFootprint, type ProcessFootprint } from '../measure/process-footprint.ts'
import { measureThroughput } from '../measure/throughput.ts'
import type { FilledDatabase } from './write-report.ts'

export type Processes = ProcessFootprint & {
  /** Authenticated reads per second, and the shares of processor time: in total, by the site and by the database. */
  rates: { processes: number; perSecond: number; shares: { busy: number; site: number; database: number } }[]
}

const DASHBOARD_PATH = '/api/portal/dashboard'

/** Measures the footprint of one process, and the throughput of one and of four behind a balancer. */
export async function measureProcesses(filled: FilledDatabase | undefined): Promise<Processes | undefined> {
  if (!filled) return undefined
  const environment = { DATABASE_URL: filled.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' }
  const footprint = await measureFootprint(filled.url)
  // Each count is measured twice, to show whether the machine's speed changed during the run.
  const rates = []
  for (const count of [1, 4, 1, 4]) rates.push(await measureReads(count, environment))
  const processes = { ...footprint, rates }
  process.stdout.write(`${JSON.stringify(processes)}\n`)
  return processes
}

async function measureReads(count: number, environment: Record<string, string>) {
  const ports = await freePorts(count)
  const processes = await startProcesses(ports, environment)
  const balancer = await startBalancer({ sites: ports })
  try {
    await balancer.untilAllServe()
    const headers = { authorization: `Bearer ${await logIn(balancer.url, '0@slots.example')}` }
    const target = { url: `${balancer.url}${DASHBOARD_PATH}`, headers }
    // Each process is warmed up for as long as a single one would be.
    for (let warmUp = 0; warmUp < count; warmUp += 1) await measureThroughput(target)
    const sites = new Set(processes.sites.map(({ pid }) => String(pid)))
    const before = readProcessorTicks(sites)
    const perSecond = await measureThroughput(target)
    const after = readProcessorTicks(sites)
    const shareOfTicks = (part: TickCounter) => (after[part] - before[part]) / (after.all - before.all)
    return {
      processes: count,
      perSecond,
      shares: { site: shareOfTicks('site'), database: shareOfTicks('database'), busy: shareOfTicks('busy') },
    }
  } finally {
    await balancer.stop()
    await processes.end()
  }
}

type TickCounter = 'all' | 'busy' | 'site' | 'database'

/** Processor time since boot, in clock ticks. @param sites process ids of the site, which must keep running */
function readProcessorTicks(sites: Set<string>): Record<TickCounter, number> {
  const [, ...times] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number)
  const all = times.slice(0, 8).reduce((sum, time) => sum + time, 0)
  const counters = { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0), site: 0, database: 0 }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { name, ticks } = readProcessStat(pid)
    if (sites.has(pid)) counters.site += ticks
    if (name === 'postgres') counters.database += ticks
  }
  return counters
}

function readProcessStat(pid: string): { name: string; ticks: number } {
  try {
    // The format is "id (name) state ...", and the name may contain any character.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    return { name, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    // The process ended after it was listed.
    return { name: '', ticks: 0 }
  }
}
