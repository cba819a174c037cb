import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from './start-site.ts'

/** How far a letter has come when the server says so; each is a moment at which a sender can die. */
export type SmtpMoment = 'named' | 'taken' | 'answered'

type ReceivedMail = { to: string; messageId: string }

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

/** A mail server that keeps what it has taken, by Message-ID, and can be away. */
export async function startSmtpServer() {
  const port = await freePort()
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const listeners = new Set<(moment: SmtpMoment) => void>()
  let server: Server | undefined
  let opening = Promise.resolve()
  let open = () => {}

  const tell = (moment: SmtpMoment) => {
    for (const listener of listeners) listener(moment)
  }
  const come = async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // Whoever dies in the middle of a letter resets the line.
      socket.on('error', () => {})
      const say = converse(socket, received, tell)
      void opening.then(() => say('220 smtp.example'))
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** From now on nobody answers at its address. */
  const leave = async () => {
    for (const socket of sockets) socket.destroy()
    if (server?.listening) await new Promise((resolve) => server?.close(resolve))
  }
  await come()

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    come,
    leave,
    /** The Message-IDs under which each address has got something. */
    idsByAddress() {
      const ids = new Map<string, Set<string>>()
      for (const { to, messageId } of received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
      return ids
    },
    /** Whoever comes now waits for the greeting. */
    hold() {
      opening = new Promise((resolve) => {
        open = resolve
      })
    },
    greet: () => open(),
    /** Acts once that moment has come so many times, before the letter at hand gets a further answer. */
    at(moment: SmtpMoment, times: number, act: () => void) {
      let seen = 0
      const listener = (told: SmtpMoment) => {
        if (told !== moment || ++seen < times) return
        listeners.delete(listener)
        act()
      }
      listeners.add(listener)
    },
    [Symbol.asyncDispose]: leave,
  }
}

/** RFC 5321, as much of it as a sender of letters needs. */
function converse(socket: Socket, received: ReceivedMail[], tell: (moment: SmtpMoment) => void) {
  let rest = ''
  let letter: string[] | undefined
  let to = ''
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (letter) {
      if (line !== '.') return void letter.push(line)
      received.push({ to, messageId: messageIdOf(letter) })
      letter = undefined
      tell('taken')
      say('250 taken')
      return tell('answered')
    }
    if (/^QUIT/i.test(line)) return void socket.end('221 goodbye\r\n')
    if (/^DATA/i.test(line)) {
      letter = []
      return void say('354 go on')
    }
    const named = /^RCPT TO:<([^>]*)>/i.exec(line)
    if (named) {
      to = named[1] ?? ''
      tell('named')
    }
    say('250 good')
  }
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  return say
}

function messageIdOf(letter: string[]): string {
  const line = letter.find((each) => /^Message-ID:/i.test(each))
  return line?.slice('Message-ID:'.length).trim() ?? ''
}
