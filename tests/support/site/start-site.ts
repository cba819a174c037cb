import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newDataDirectory } from '../app/data-directory.ts'
import { sameDataKeys } from '../app/test-data-keys.ts'

export type RunningSite = Awaited<ReturnType<typeof startSite>>

type Options = {
  /** A directory that outlives the process, for restarting on the same data. */
  directory?: string
  /** Any free port by default. */
  port?: number
  environment?: Record<string, string>
  /** The arguments after `npm start --`. */
  parameters?: string[]
  /** The source folder of a different version. */
  source?: string
  /** A file for the log, instead of a pipe to this process. */
  logFile?: string
}

/**
 * Node's arguments in `npm start`.
 * @param source the source folder of a version of the site
 */
function npmStartArguments(source: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  return scripts.start.split(' ').slice(1)
}

/** Starts the site as `npm start` does, in a separate process with its own data and ports. */
export async function startSite(options: Options = {}) {
  const { directory, port: givenPort, environment = {}, parameters = [], source = '.', logFile } = options
  const data = directory ?? (await newDataDirectory()).directory
  const port = givenPort ?? (await freePort())
  const sandboxPort = await freePort()
  const url = `http://localhost:${port}`
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const server = spawn(process.execPath, [...npmStartArguments(source), ...parameters], {
    cwd: source,
    env: {
      ...process.env,
      ...sameDataKeys,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  })
  if (log !== undefined) closeSync(log)
  const output: string[] = []
  server.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  server.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  await (logFile ? untilAnswering(server, url) : untilReady(server, output))

  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    data,
    pid: server.pid ?? Number.NaN,
    output: () => output.join(''),
    /** All sent emails, as raw text. */
    async mails(): Promise<string[]> {
      const folder = join(data, 'outbox')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    /** Simulates a power cut. */
    kill: () => end(server, 'SIGKILL'),
    stop: () => end(server, 'SIGTERM'),
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGKILL')
      if (!directory) await rm(data, { recursive: true, force: true })
    },
  }
}

/** Waits until the process logs that it is ready. */
async function untilReady(server: ChildProcess, output: string[]) {
  const ended = once(server, 'exit').then(() => {
    throw new Error(`The site did not start:\n${output.join('')}`)
  })
  const ready = new Promise<void>((resolve) => {
    server.stdout?.on('data', () => output.join('').includes('is ready') && resolve())
  })
  await Promise.race([ready, ended])
  ended.catch(() => {})
}

/** Polls `/readyz` instead, for sites that log to a file. */
async function untilAnswering(server: ChildProcess, url: string) {
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The site did not start')
    await pause(100)
  }
}

async function end(server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (server.exitCode !== null || server.signalCode !== null) return server.exitCode
  server.kill(signal)
  const [code] = await once(server, 'exit')
  return code
}

/**
 * Each worker has its own range of ports below those that the system assigns, so a free port stays free until it is
 * used.
 */
const PORTS_PER_WORKER = 200
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
/** A second test run on the same machine must set a different value. */
const FIRST_PORT = Number(process.env.TEST_FIRST_PORT ?? 12_000)
let usedPorts = 0

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (worker % 90) * PORTS_PER_WORKER + (usedPorts++ % PORTS_PER_WORKER)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  // `once` rejects if the server emits an error, which means that the port is taken.
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}
