import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listProgramFolders } from './postgres-programs.ts'

type Options = {
  /** False disables syncing to disk, which is safe only for tests. */
  isDurable: boolean
  /** The parent folder, for instance on another disk. */
  parentFolder?: string
  settings?: Record<string, string>
}

export type TemporaryPostgres = { url: string; stop: () => Promise<void> }

/** Finds the folder of the newest PostgreSQL server on this machine, if any. @param searchPath the shell's PATH */
export function findPostgres(searchPath: string | undefined): string | undefined {
  return listProgramFolders(searchPath).find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/**
 * Starts a PostgreSQL server in a new folder, reachable only through its socket. PostgreSQL refuses to run as root, so
 * root starts it as the `postgres` user from Debian's package.
 */
export async function startTemporaryPostgres(
  binaries: string,
  { isDurable, parentFolder = tmpdir(), settings = {} }: Options,
): Promise<TemporaryPostgres> {
  const folder = makeServerFolder(parentFolder)
  const data = join(folder, 'data')
  initializeData(binaries, data)
  const server = launchServer(binaries, data, {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    ...(!isDurable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  })
  waitUntilReady(binaries, folder)
  return {
    url: `postgresql://futureworld@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a folder that the server's user may write to. */
export function makeServerFolder(parentFolder = tmpdir()): string {
  const folder = mkdtempSync(join(parentFolder, 'futureworld-postgres-'))
  const owner = serverUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Runs one of the server's programs as its user. */
export function runAsServer(binaries: string, program: string, parameters: string[], folder: string): void {
  execFileSync(join(binaries, program), parameters, { ...asServerUser(folder), stdio: ['ignore', 'ignore', 'inherit'] })
}

export function initializeData(binaries: string, data: string): void {
  const initOptions = ['--username', 'futureworld', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  runAsServer(binaries, 'initdb', ['--pgdata', data, ...initOptions], dirname(data))
}

/** @param isProcessGroup lets `kill` end all of the server's processes together */
export function launchServer(
  binaries: string,
  data: string,
  settings: Record<string, string>,
  { ofOneGroup: isProcessGroup = false } = {},
) {
  const options = Object.entries({ log_min_messages: 'fatal', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
    ...asServerUser(dirname(data)),
    stdio: 'inherit',
    detached: isProcessGroup,
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const hasExited = () => server.exitCode !== null || server.signalCode !== null
  return {
    /** A fast shutdown, which closes open connections without waiting. */
    async stop() {
      if (!hasExited()) server.kill('SIGINT')
      await ended
    },
    /** Simulates a power cut. */
    async kill() {
      if (server.pid && !hasExited()) process.kill(-server.pid, 'SIGKILL')
      await ended
    },
  }
}

function asServerUser(cwd: string) {
  return { ...serverUser(), cwd, env: { LC_ALL: 'C' } }
}

function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

/** @param host a socket folder or an address */
export function waitUntilReady(binaries: string, host: string, port = 5432): void {
  // pg_isready itself waits up to a second for the server.
  for (let attempt = 0; attempt < 60; attempt += 1) {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['--host', host, '--port', String(port), '--timeout', '1'], {
        stdio: 'ignore',
      })
      return
    } catch {
      execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 250)'])
    }
  }
  throw new Error('The temporary PostgreSQL server did not start')
}
