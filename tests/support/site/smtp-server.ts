import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from './start-site.ts'

/** The stages of a delivery as the server sees them. A sender can crash at each of them. */
export type SmtpMoment = 'named' | 'taken' | 'answered'

type ReceivedMail = { to: string; messageId: string }

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

/** Starts a mail server that records accepted emails by Message-ID and can be taken offline. */
export async function startSmtpServer() {
  const port = await freePort()
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const listeners = new Set<(moment: SmtpMoment) => void>()
  let server: Server | undefined
  let opening = Promise.resolve()
  let open = () => {}

  const emit = (moment: SmtpMoment) => {
    for (const listener of listeners) listener(moment)
  }
  const start = async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // If the sender crashes during an email, the connection is reset.
      socket.on('error', () => {})
      const reply = serveConnection(socket, received, emit)
      void opening.then(() => reply('220 smtp.example'))
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** Stops the server, so that connections are refused. */
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    if (server?.listening) await new Promise((resolve) => server?.close(resolve))
  }
  await start()

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    come: start,
    leave: stop,
    /** The Message-IDs that each address has received. */
    idsByAddress() {
      const ids = new Map<string, Set<string>>()
      for (const { to, messageId } of received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
      return ids
    },
    /** Makes new connections wait for the greeting. */
    hold() {
      opening = new Promise((resolve) => {
        open = resolve
      })
    },
    greet: () => open(),
    /** Calls `act` once this stage has occurred this many times, before the server replies to the current email. */
    at(moment: SmtpMoment, times: number, act: () => void) {
      let count = 0
      const listener = (occurred: SmtpMoment) => {
        if (occurred !== moment || ++count < times) return
        listeners.delete(listener)
        act()
      }
      listeners.add(listener)
    },
    [Symbol.asyncDispose]: stop,
  }
}

/** Implements the part of RFC 5321 that a sender needs. */
function serveConnection(socket: Socket, received: ReceivedMail[], emit: (moment: SmtpMoment) => void) {
  let remainder = ''
  let emailLines: string[] | undefined
  let to = ''
  const reply = (line: string) => socket.writable && socket.write(`${line}\r\n`)
  const handleLine = (line: string) => {
    if (emailLines) {
      if (line !== '.') return void emailLines.push(line)
      received.push({ to, messageId: findMessageId(emailLines) })
      emailLines = undefined
      emit('taken')
      reply('250 taken')
      return emit('answered')
    }
    if (/^QUIT/i.test(line)) return void socket.end('221 goodbye\r\n')
    if (/^DATA/i.test(line)) {
      emailLines = []
      return void reply('354 go on')
    }
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)
    if (recipient) {
      to = recipient[1] ?? ''
      emit('named')
    }
    reply('250 good')
  }
  socket.on('data', (chunk: Buffer) => {
    const lines = (remainder + chunk.toString('latin1')).split('\r\n')
    remainder = lines.pop() ?? ''
    for (const line of lines) handleLine(line)
  })
  return reply
}

function findMessageId(emailLines: string[]): string {
  const line = emailLines.find((candidate) => /^Message-ID:/i.test(candidate))
  return line?.slice('Message-ID:'.length).trim() ?? ''
}
