import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  initializeData,
  launchServer,
  makeServerFolder,
  runAsServer,
  waitUntilReady,
} from '#platform/server/db/temporary-postgres.ts'
import { runOnServer } from '../app/database-image.ts'
import { freePort } from './start-site.ts'

const HOST = '127.0.0.1'

/** Starts a server and its synchronous standby on this machine. Each commit on the primary is stored by both. */
export async function startPostgresPair(binaries: string) {
  const folder = makeServerFolder()
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const primaryData = join(folder, 'primary')
  initializeData(binaries, primaryData)
  const primary = launchServer(binaries, primaryData, serverSettings(folder, primaryPort), { ofOneGroup: true })
  waitUntilReady(binaries, HOST, primaryPort)
  const standbyData = join(folder, 'standby')
  const source = ['--host', HOST, '--port', String(primaryPort), '--username', 'futureworld']
  const options = ['--write-recovery-conf', '--checkpoint', 'fast', '--pgdata', standbyData]
  runAsServer(binaries, 'pg_basebackup', [...source, ...options], folder)
  const standby = launchServer(binaries, standbyData, serverSettings(folder, standbyPort))
  waitUntilReady(binaries, HOST, standbyPort)
  const [primaryUrl, standbyUrl] = [toDatabaseUrl(primaryPort), toDatabaseUrl(standbyPort)]
  // Set only once the standby is running, because a primary without its standby would block every commit.
  await runOnServer(primaryUrl, "alter system set synchronous_standby_names = '*'")
  await runOnServer(primaryUrl, 'select pg_reload_conf()')
  await untilSynchronous(primaryUrl)

  return {
    primaryPort,
    standbyPort,
    primaryUrl,
    standbyUrl,
    killPrimary: primary.kill,
    promoteStandby: () => runOnServer(standbyUrl, 'select pg_promote()'),
    async stop() {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function serverSettings(folder: string, port: number): Record<string, string> {
  return {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    hot_standby_feedback: 'on',
  }
}

function toDatabaseUrl(port: number): string {
  return `postgresql://futureworld@${HOST}:${port}/postgres`
}

async function untilSynchronous(url: string): Promise<void> {
  for (;;) {
    const standbys = await runOnServer(url, "select from pg_stat_replication where sync_state in ('sync', 'quorum')")
    if (standbys.length === 1) return
  }
}
