import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startProvider } from '#tests/support/site/start-provider.ts'
import { freePort, startSite } from '#tests/support/site/start-site.ts'

export type ProcessFootprint = {
  /** The median time in milliseconds from the start of the process to the first page. */
  startMilliseconds: number
  /** The idle process's resident memory, and how much of it is mapped files, as medians. */
  idle: { megabytes: number; mappedFileMegabytes: number }
}

const STARTS = 5
const IDLE_SECONDS = 20

/** Measures the start-up time and idle memory of one process on PostgreSQL, with the payment provider's keys set. */
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
      startMilliseconds: median(starts.map(({ milliseconds }) => milliseconds)),
      idle: {
        megabytes: median(starts.map(({ memory }) => memory.megabytes)),
        mappedFileMegabytes: median(starts.map(({ memory }) => memory.mappedFileMegabytes)),
      },
    }
  } finally {
    provider.stop()
  }
}

async function startAndStop(environment: Record<string, string>, idleSeconds = 0) {
  const port = await freePort()
  const startedAt = performance.now()
  const pendingSite = startSite({ port, environment })
  while (!(await isServing(`http://localhost:${port}/`))) await wait(5)
  const milliseconds = performance.now() - startedAt
  const site = await pendingSite
  await wait(idleSeconds * 1_000)
  const memory = readMemory(site.pid)
  await site.stop()
  return { milliseconds, memory }
}

async function isServing(address: string): Promise<boolean> {
  return fetch(address).then(
    async (response) => response.ok && (await response.text()) !== '',
    () => false,
  )
}

function readMemory(pid: number): ProcessFootprint['idle'] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const readMegabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
  return { megabytes: readMegabytes('VmRSS'), mappedFileMegabytes: readMegabytes('RssFile') }
}

function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
