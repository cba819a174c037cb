import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  initializeData,
  launchServer,
  makeServerFolder,
  waitUntilReady,
} from '#platform/server/db/temporary-postgres.ts'

/** Starts a durable server that can be killed and restarted on the same data. */
export function startCrashablePostgres(binaries: string) {
  const folder = makeServerFolder()
  const data = join(folder, 'data')
  initializeData(binaries, data)
  const launch = () => {
    const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: '200' }
    const server = launchServer(binaries, data, settings, { ofOneGroup: true })
    waitUntilReady(binaries, folder)
    return server
  }
  let server = launch()
  return {
    url: `postgresql://futureworld@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async killAndRestart() {
      await server.kill()
      server = launch()
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
