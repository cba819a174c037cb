import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from './find-program.ts'
import { freePort } from './start-site.ts'

/**
 * Starts PgBouncer in transaction mode in front of a temporary server. Each transaction may use a different connection.
 * @param connections fewer than there are clients, so that they share them
 */
export async function startPooler(serverUrl: string, { connections }: { connections: number }) {
  const program = requireProgram('pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-pooler-'))
  const port = await freePort()
  const { hostname, port: serverPort, searchParams } = new URL(serverUrl)
  const server = `host=${searchParams.get('host') ?? hostname} port=${serverPort || 5432}`
  const settings = [
    '[databases]',
    // Sets the timeouts that the site's own pool sets on each connection.
    `* = ${server} connect_query='set statement_timeout to 4500; set idle_in_transaction_session_timeout to 10000'`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    'max_client_conn = 500',
    `default_pool_size = ${connections}`,
  ]
  writeFileSync(join(folder, 'users'), '"futureworld" ""\n')
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  const owner = unprivilegedUser()
  if (owner) for (const name of ['', 'users', 'pgbouncer.ini']) chownSync(join(folder, name), owner.uid, owner.gid)
  const pooler = spawn(program, ['--quiet', join(folder, 'pgbouncer.ini')], {
    ...owner,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(pooler, 'exit')
  await untilListening(port)
  return {
    /** The address of the same database through the pooler. */
    address(direct: string): string {
      const url = new URL(direct)
      url.host = `127.0.0.1:${port}`
      url.search = ''
      return url.href
    },
    async stop() {
      pooler.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a user that is not root, because PgBouncer refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
}
