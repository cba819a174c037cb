import { rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Log } from '#platform/server/log.ts'
import { CommandCall } from './operator-commands.ts'

/** The address of a socket has room for so many bytes on every system; beyond them it would be cut silently. */
const LONGEST_PATH = 103

/** A command is a line of a few words. */
const LONGEST_LINE = 65_536

/** Whoever connects has something to say at once. */
const IDLE_MILLISECONDS = 30_000

const Answer = z.union([
  z.object({ success: z.literal(true), result: z.unknown() }),
  z.object({ success: z.literal(false), message: z.string() }),
])
type Answer = z.infer<typeof Answer>

type Settings = {
  /** Of which this process holds the lock. */
  directory: string
  run: (call: z.infer<typeof CommandCall>) => Promise<unknown>
  log: Log
}

/**
 * Lets the operator's commands reach the process that holds the embedded database: a line of JSON in, a line out,
 * for whoever may use the data directory and nobody else.
 * @returns how to close it; a site that cannot have one runs without
 */
export async function openControlSocket({ directory, run, log }: Settings): Promise<() => Promise<void>> {
  const path = socketIn(directory)
  if (!path) {
    log.warn('no control socket here: stop the site before you give it commands')
    return async () => {}
  }
  const silent = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    // Whoever hangs up before the answer is the only one who misses it.
    socket.on('error', () => {})
    socket.setTimeout(IDLE_MILLISECONDS, () => socket.destroy())
    void readLine(socket)
      .then((line) => {
        silent.delete(socket)
        // A command takes as long as it takes.
        socket.setTimeout(0)
        return answerTo(line, run, log)
      })
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy())
  })
  // Left by a process that was killed: its lock on the directory is ours now.
  rmSync(path, { force: true })
  const listening = new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  // Made for this user alone from its first moment, and not only after a later change of its mode.
  const before = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
  const isOpen = await listening.then(
    () => true,
    (error: unknown) => {
      log.warn({ reason: String(error) }, 'no control socket: stop the site before you give it commands')
      return false
    },
  )
  return async () => {
    if (!isOpen) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // A command that is under way is answered; who has not said yet what they want is not waited for.
    for (const socket of silent) socket.destroy()
    await closed
  }
}

/**
 * Has the running site carry out a command.
 * @returns undefined where no site takes commands in this directory
 * @throws CommandRefused with the site's own sentence
 */
export async function askRunningSite(directory: string, call: CommandCall): Promise<{ result: unknown } | undefined> {
  const path = socketIn(directory)
  const socket = path && (await connect(path))
  if (!socket) return undefined
  socket.end(`${JSON.stringify(call)}\n`)
  const line = await readLine(socket).catch(() => '')
  const answer = Answer.safeParse(parseJson(line))
  if (!answer.success) throw new CommandRefused('The site stopped before it answered. Look whether it was done.')
  if (!answer.data.success) throw new CommandRefused(answer.data.message)
  return { result: answer.data.result }
}

/** Undefined where there can be none: Windows has no such files, and a long path does not fit. */
function socketIn(directory: string): string | undefined {
  const path = join(directory, 'control.sock')
  return process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_PATH ? undefined : path
}

async function answerTo(line: string, run: Settings['run'], log: Log): Promise<Answer> {
  const call = CommandCall.safeParse(parseJson(line))
  if (!call.success) return { success: false, message: 'This is not a command.' }
  try {
    return { success: true, result: await run(call.data) }
  } catch (error) {
    if (error instanceof CommandRefused) return { success: false, message: error.message }
    log.error({ command: call.data.command, error: String(error) }, 'a command of the operator failed')
    return { success: false, message: 'The command failed. The log of the site says why.' }
  }
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > LONGEST_LINE) reject(new Error('The line is too long'))
    })
    socket.on('close', () => reject(new Error('The line has no end')))
    socket.on('end', () => reject(new Error('The line has no end')))
  })
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => resolve(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(new CommandRefused(`The running site cannot be reached by ${path} (${error.message}).`))
    })
  })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
