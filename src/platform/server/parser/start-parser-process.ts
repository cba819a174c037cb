import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Names the module and function that parse the input. */
export type ParseRequest = { module: string; name: string; input: unknown }

export type ParseResponse = { parsed: unknown } | { failure: string }

/** The reason why no result arrived. */
export type ParserDeath = { death: 'too-slow' | 'too-much-memory' | 'parser-died' }

export type ParserProcess = Awaited<ReturnType<typeof startParserProcess>>

/** The JavaScript heap. A calendar of 5 MB takes half of it. */
const HEAP_MEGABYTES = 256
/** The whole process: Node, the heap, and native memory for pictures and archives. */
const RESIDENT_MEGABYTES = 448
const CHECK_INTERVAL_MS = 50
/** Wall time may exceed computing time by this factor, because other processes may slow the machine down. */
const WALL_TIME_FACTOR = 6
/** A process that keeps more memory than this is replaced before the next input. */
const MAX_IDLE_MEGABYTES = 192

/**
 * Disables core dumps, limits the CPU time over the process's whole life in case no one ends it, and makes it the first
 * process to be killed if memory runs out. The data limit is high, because V8 reserves 512 MB for machine code; it only
 * stops memory that grows faster than our checks.
 */
const limits = 'ulimit -c 0; ulimit -t 1800; ulimit -d 1250000; echo 1000 >/proc/self/oom_score_adj; exec "$0" "$@"'

const program = fileURLToPath(new URL('parser-process.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Starts a process for untrusted input. It has no environment, reads only our code, and cannot write files or start
 * programs, so an attacker gains little. @throws Error if it does not start
 */
export async function startParserProcess() {
  const child = spawnParser()
  let isAlive = true
  const end = () => {
    isAlive = false
    child.kill('SIGKILL')
  }
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`${code ?? signal}`))
    // The process did not start, or its channel broke.
    child.on('error', ({ message }) => {
      end()
      resolve(message)
    })
  })
  // Ends the child with this process. After a kill, the child ends because its channel closes.
  process.once('exit', end)
  ended.then(() => {
    isAlive = false
    process.off('exit', end)
  })
  const ready = new Promise((resolve) => child.once('message', resolve))
  const startFailure = await Promise.race([ready.then(() => undefined), ended])
  if (startFailure !== undefined) throw new Error(`The parser process ended during its start: ${startFailure}`)
  release(child)

  return {
    isAlive: () => isAlive,
    end,
    /** The process kept too much memory. */
    isFull: async () => (await readResourceUsage(child.pid)).megabytes > MAX_IDLE_MEGABYTES,
    /** @param milliseconds of computing time, if the system counts it */
    async parse(request: ParseRequest, milliseconds: number): Promise<ParseResponse | ParserDeath> {
      child.ref()
      child.channel?.ref()
      let death: ParserDeath['death'] = 'parser-died'
      const stopWatching = await watchLimits(child.pid, milliseconds, (reason) => {
        death = reason
        end()
      })
      const response = new Promise<ParseResponse>((resolve) =>
        child.once('message', (message) => resolve(message as ParseResponse)),
      )
      child.send(request)
      const result = await Promise.race([response, ended.then(() => ({ death }))])
      stopWatching()
      child.removeAllListeners('message')
      release(child)
      return result
    },
  }
}

function spawnParser(): ChildProcess {
  const isLimited = process.platform !== 'win32'
  const command = [process.execPath, ...nodeFlags, program]
  return spawn(isLimited ? '/bin/sh' : process.execPath, isLimited ? ['-c', limits, ...command] : command.slice(1), {
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
}

/** Calls `onExceeded` when a limit is passed. @returns a function that stops watching */
async function watchLimits(
  pid: number | undefined,
  milliseconds: number,
  onExceeded: (limit: 'too-slow' | 'too-much-memory') => void,
) {
  const timer = setTimeout(onExceeded, WALL_TIME_FACTOR * milliseconds, 'too-slow')
  const usageBefore = await readResourceUsage(pid)
  const interval = setInterval(async () => {
    const usage = await readResourceUsage(pid)
    if (usage.megabytes > RESIDENT_MEGABYTES) onExceeded('too-much-memory')
    if (usage.milliseconds - usageBefore.milliseconds > milliseconds) onExceeded('too-slow')
  }, CHECK_INTERVAL_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(interval)
  }
}

/** Without this, the child would keep this process running. */
function release(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

const nodeFlags = [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--disallow-code-generation-from-strings',
  '--permission',
  // The image library is native code.
  '--allow-addons',
  // Packages may be symbolic links, and the read permission covers only their paths here.
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  ...['src/*', 'node_modules/*', 'package.json'].map((path) => `--allow-fs-read=${root}${path}`),
]

/** Reads a process's current memory and its CPU time so far. Returns zeros on systems other than Linux. */
async function readResourceUsage(pid: number | undefined): Promise<{ megabytes: number; milliseconds: number }> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [status, stat] = await Promise.all([read('status'), read('stat')])
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0
  // proc(5): fields 14 and 15, in hundredths of a second. Field 2, the name, may contain spaces.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return { megabytes: Number(kilobytes) / 1_024, milliseconds: 10 * (user + system) }
}
