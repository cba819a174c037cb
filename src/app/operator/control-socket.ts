import { rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { parseJson } from '#platform/shared/json.ts'
import { CommandCall } from './commands.ts'

/** Socket paths longer than this are silently cut on some systems. */
const MAX_PATH_BYTES = 103

/** Commands are a single short line. */
const MAX_LINE_BYTES = 65_536

/** Clients send their command as soon as they connect, so a silent one is disconnected. */
const IDLE_MILLISECONDS = 30_000

const Answer = z.union([
  z.object({ success: z.literal(true), result: z.unknown() }),
  z.object({ success: z.literal(false), message: z.string() }),
])
type Answer = z.infer<typeof Answer>

type Settings = {
  /** The data directory whose lock this process holds. */
  directory: string
  run: (call: z.infer<typeof CommandCall>) => Promise<unknown>
  log: Log
}

/**
 * Accepts operator commands for the process that holds the embedded database: one line of JSON in, one out. Only users
 * with access to the data directory can connect.
 * @returns a function that closes the socket, or does nothing if it could not be opened
 */
export async function openControlSocket({ directory, run, log }: Settings): Promise<() => Promise<void>> {
  const path = socketPath(directory)
  if (!path) {
    log.warn('no control socket on this system: stop the site before running commands')
    return async () => {}
  }
  const silentSockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    silentSockets.add(socket)
    socket.once('close', () => silentSockets.delete(socket))
    // A client that disconnects early misses its response, and nothing else happens.
    socket.on('error', () => {})
    socket.setTimeout(IDLE_MILLISECONDS, () => socket.destroy())
    void readLine(socket)
      .then((line) => {
        silentSockets.delete(socket)
        // There is no time limit on commands.
        socket.setTimeout(0)
        return runLine(line, run, log)
      })
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy())
  })
  // A killed process may have left the socket. We hold the directory's lock, so no other process uses it.
  rmSync(path, { force: true })
  const listening = new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  // Creates the socket with access for this user only. A later chmod would leave a moment of open access.
  const previousUmask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(previousUmask)
  }
  const isOpen = await listening.then(
    () => true,
    (error: unknown) => {
      log.warn({ reason: String(error) }, 'no control socket: stop the site before running commands')
      return false
    },
  )
  return async () => {
    if (!isOpen) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Running commands still get their response. Clients that have sent nothing yet are disconnected.
    for (const socket of silentSockets) socket.destroy()
    await closed
  }
}

/**
 * Sends a command to the running site.
 * @returns undefined if no site accepts commands in this directory
 * @throws CommandRefused with the site's message
 */
export async function sendToRunningSite(
  directory: string,
  call: CommandCall,
): Promise<{ result: unknown } | undefined> {
  const path = socketPath(directory)
  const socket = path && (await connect(path))
  if (!socket) return undefined
  socket.end(`${JSON.stringify(call)}\n`)
  const line = await readLine(socket).catch(() => '')
  const reply = Answer.safeParse(parseJson(line))
  if (!reply.success)
    throw new CommandRefused('The site stopped before it responded. Check whether the command was carried out.')
  if (!reply.data.success) throw new CommandRefused(reply.data.message)
  return { result: reply.data.result }
}

/** Undefined if a socket is impossible: Windows has none, and a long path does not fit. */
function socketPath(directory: string): string | undefined {
  const path = join(directory, 'control.sock')
  return process.platform === 'win32' || Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path
}

async function runLine(line: string, run: Settings['run'], log: Log): Promise<Answer> {
  const call = CommandCall.safeParse(parseJson(line))
  if (!call.success) return { success: false, message: 'This isn’t a command.' }
  try {
    return { success: true, result: await run(call.data) }
  } catch (error) {
    if (error instanceof CommandRefused) return { success: false, message: error.message }
    log.error({ command: call.data.command, error: String(error) }, 'an operator command failed')
    return { success: false, message: 'The command failed. The site’s log says why.' }
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
      else if (text.length > MAX_LINE_BYTES) reject(new Error('The line is too long'))
    })
    socket.on('close', () => reject(new Error('The connection closed before the end of the line')))
    socket.on('end', () => reject(new Error('The connection closed before the end of the line')))
  })
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => resolve(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else
        reject(
          new CommandRefused(
            `Can’t reach the running site at ${path} (${error.message}). Run the command as the user who runs the site.`,
          ),
        )
    })
  })
}
