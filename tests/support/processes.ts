import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningSite, startSite } from './start-site.ts'

/** Free ports for so many processes: whoever stands before them has to know them first. */
export function portsFor(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()))
}

/** Several processes of the site, each on its port, started all at once. */
export async function startProcesses(ports: number[], environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-processes-'))
  const start = (port: number) => startSite({ port, environment, directory: join(folder, String(port)) })
  const sites: RunningSite[] = []
  const end = async () => {
    await Promise.all(sites.map((site) => site.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  const started = await Promise.allSettled(ports.map(start))
  for (const one of started) if (one.status === 'fulfilled') sites.push(one.value)
  const failed = started.find((one) => one.status === 'rejected')
  // One that does not start leaves none of the others behind.
  if (failed) throw await end().then(() => failed.reason)
  const placeOf = (number: number) => number % ports.length
  return {
    sites,
    /** As a supervisor does: what died begins again. */
    async killAndRestart(number: number) {
      await sites[placeOf(number)]?.kill()
      await this.startAgain(number)
    },
    /** Asked to end, as for a new version. @returns its exit code, and how many milliseconds it took */
    async stop(number: number) {
      const startedAt = performance.now()
      const code = await sites[placeOf(number)]?.stop()
      return { code, milliseconds: performance.now() - startedAt }
    },
    async startAgain(number: number) {
      const port = ports[placeOf(number)]
      if (port) sites[placeOf(number)] = await start(port)
    },
    end,
  }
}
