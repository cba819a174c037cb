import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startProvider } from '../../tests/support/site/start-provider.ts'
import { freePort, startSite } from '../../tests/support/site/start-site.ts'

export type ProcessFootprint = {
  /** Milliseconds from the start of the process until a page is answered: the median. */
  startMilliseconds: number
  /** Resident memory of the process while idle, and the share of mapped files in it: medians. */
  idle: { megabytes: number; ofFiles: number }
}

const STARTS = 5
const IDLE_SECONDS = 20

/** Measures the start and the idle memory of one process on PostgreSQL, with the keys of the payment provider. */
export async function measureFootprint(databaseUrl: string): Promise<ProcessFootprint> {
  const provider = await startProvider(`http://localhost:${await freePort()}`)
  const environment = {
    ...provider.environment,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    // The container image and the systemd unit set the same value.
    MALLOC_ARENA_MAX: '2',
  }
  try {
    // Creates the tables and fills the compile cache for the next start.
    await startAndStop(environment)
    const starts = []
    for (let start = 0; start < STARTS; start += 1) starts.push(await startAndStop(environment, IDLE_SECONDS))
    return {
      startMilliseconds: medianOf(starts.map(({ milliseconds }) => milliseconds)),
      idle: {
        megabytes: medianOf(starts.map(({ memory }) => memory.megabytes)),
        ofFiles: medianOf(starts.map(({ memory }) => memory.ofFiles)),
      },
    }
  } finally {
    provider.stop()
  }
}

async function startAndStop(environment: Record<string, string>, idleSeconds = 0) {
  const port = await freePort()
  const startedAt = performance.now()
  const starting = startSite({ port, environment })
  while (!(await isAnswered(`http://localhost:${port}/`))) await wait(5)
  const milliseconds = performance.now() - startedAt
  const site = await starting
  await wait(idleSeconds * 1_000)
  const memory = memoryOf(site.pid)
  await site.stop()
  return { milliseconds, memory }
}

async function isAnswered(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => response.ok && (await response.text()) !== '',
    () => false,
  )
}

function memoryOf(pid: number): ProcessFootprint['idle'] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytesOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
  return { megabytes: megabytesOf('VmRSS'), ofFiles: megabytesOf('RssFile') }
}

function medianOf(figures: number[]): number {
  return figures.sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}
