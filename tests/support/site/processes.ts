import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningSite, startSite } from './start-site.ts'

/** Free ports for so many processes. A balancer needs to know them first. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()))
}

/** Starts several processes of the site at the same time, each on its port. */
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
  // If one does not start, stop the others too.
  if (failed) throw await end().then(() => failed.reason)
  const toIndex = (number: number) => number % ports.length
  return {
    sites,
    /** Restarts a killed process, as a supervisor does. */
    async killAndRestart(number: number) {
      await sites[toIndex(number)]?.kill()
      await this.startAgain(number)
    },
    /** Stops a process as an upgrade does. @returns its exit code and the milliseconds it took */
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
