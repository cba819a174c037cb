import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryPostgres = { url: string; stop: () => Promise<void> }

/** Where Debian keeps the server's programs, which are not on the PATH. */
const debianFolder = '/usr/lib/postgresql'

/** The folder with the newest PostgreSQL server of this machine, if it has one. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...fromPath()]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/**
 * A PostgreSQL server of our own in a new folder, reached by its socket alone. It never runs as root: where we are
 * root, it runs as the user that Debian's package made for it.
 * @param isDurable false skips the waiting for the disk, which only tests can do without
 */
export async function startTemporaryPostgres(
  binaries: string,
  { isDurable }: { isDurable: boolean },
): Promise<TemporaryPostgres> {
  const owner = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const asOwner = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(folder, 'data')
  execFileSync(
    join(binaries, 'initdb'),
    ['--pgdata', data, '--username', 'futureworld', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    { ...asOwner, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    log_min_messages: 'fatal',
    ...(!isDurable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...options], { ...asOwner, stdio: 'inherit' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  waitUntilReady(binaries, folder)
  return {
    url: `postgresql://futureworld@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      // Fast: connections that are left are closed, nothing is waited for.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fromPath(): string[] {
  return (process.env.PATH ?? '').split(':').filter(Boolean)
}

function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function waitUntilReady(binaries: string, folder: string) {
  // pg_isready itself waits and asks again until the server answers.
  for (let attempt = 0; attempt < 60; attempt += 1) {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['--host', folder, '--timeout', '1'], { stdio: 'ignore' })
      return
    } catch {
      execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 250)'])
    }
  }
  throw new Error('The temporary PostgreSQL server did not start')
}
