import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { CommandRefused } from '../operator-errors.ts'

/** The environment of a PostgreSQL program, with PATH and the variables that libpq reads. */
export type ProgramEnvironment = Record<string, string | undefined>

/** Debian keeps each version's programs here. */
const debianFolder = '/usr/lib/postgresql'

/** Lists folders that may hold PostgreSQL programs: Debian's, newest version first, then those in PATH. */
export function listProgramFolders(searchPath: string | undefined): string[] {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : []
  const debianFolders = versions.map((version) => join(debianFolder, version, 'bin'))
  return [...debianFolders, ...(searchPath ?? '').split(':').filter(Boolean)]
}

/**
 * Finds the program with the server's version, or with the nearest later one. An older program cannot read the server,
 * and a later one may write settings that the server does not know.
 * @throws CommandRefused if there is none
 */
export async function findProgram(
  name: 'pg_dump' | 'pg_restore',
  { serverVersion, environment }: { serverVersion: number; environment: ProgramEnvironment },
): Promise<string> {
  const paths = listProgramFolders(environment.PATH).map((folder) => join(folder, name))
  const programs = await Promise.all(paths.filter((path) => existsSync(path)).map(readProgramVersion))
  const serverMajor = Math.floor(serverVersion / 10_000)
  const suitable = programs.filter(({ version }) => version >= serverMajor).sort((a, b) => a.version - b.version)
  if (suitable[0]) return suitable[0].path
  throw new CommandRefused(
    programs.length === 0
      ? `The program ${name} isn’t on this machine. Install the PostgreSQL client: apt-get install postgresql-client`
      : `The program ${name} on this machine is older than the server, which is PostgreSQL ${serverMajor}. Install that version’s client.`,
  )
}

async function readProgramVersion(path: string) {
  const { stdout } = await promisify(execFile)(path, ['--version'])
  return { path, version: Number(/(\d+)/.exec(stdout.replace(/^\S+/, ''))?.[1] ?? 0) }
}

type RunningProgram = { input: Writable; output: Readable; ended: Promise<void> }

/**
 * Starts a program on a database. The password is passed in the environment, because all users of the machine can read
 * program arguments.
 * @returns `ended`, which rejects with the program's error output if it fails
 */
export function startProgram(
  path: string,
  parameters: string[],
  { url, environment }: { url: string; environment: ProgramEnvironment },
): RunningProgram {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const program = spawn(path, [`--dbname=${address.href}`, ...parameters], {
    env: { ...environment, ...(password && { PGPASSWORD: password }), LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = `${errorOutput}${text}`.slice(-2_000)
  })
  // A program that ends early reports the reason on stderr, so the broken pipe needs no report.
  program.stdin.on('error', () => {})
  const ended = once(program, 'close').then(([code]) => {
    if (code !== 0) throw new Error(errorOutput.trim().split('\n').at(0) || `${path} ended with ${code}`)
  })
  ended.catch(() => {})
  return { input: program.stdin, output: program.stdout, ended }
}
