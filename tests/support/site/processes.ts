import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningSite, startSite } from './start-site.ts'

/** Finds this many free ports. A balancer needs to know them before the processes start. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()))
}

/** Starts several processes of a site at the same time, each on its own port. */
export async function startProcesses(ports: number[], environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-processes-'))
  const start = (port: number) => startSite({ port, environment, directory: join(folder, String(port)) })
  const sites: RunningSite[] = []
  const end = async () => {
    await Promise.all(sites.map((site) => site.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  const started = await Promise.allSettled(ports.map(start))
  for (const result of started) if (result.status === 'fulfilled') sites.push(result.value)
  const failed = started.find((result) => result.status === 'rejected')
  // If one process does not start, stop the others too.
  if (failed) throw await end().then(() => failed.reason)
  const toIndex = (number: number) => number % ports.length
  return {
    sites,
    /** Kills a process and restarts it, as a supervisor would. */
    async killAndRestart(number: number) {
      await sites[toIndex(number)]?.kill()
      await this.startAgain(number)
    },
    /**
     * Stops a process as an upgrade does.
     * @returns its exit code and how many milliseconds it took
     */
    async stop(number: number) {
      const startedAt = performance.now()
      const code = await sites[toIndex(number)]?.stop()
      return { code, milliseconds: performance.now() - startedAt }
    },
    async startAgain(number: number) {
      const port = ports[toIndex(number)]
      if (port) sites[toIndex(number)] = await start(port)
    },
    end,
  }
}
