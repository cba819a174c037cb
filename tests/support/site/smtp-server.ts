import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from './start-site.ts'

/** The stages of a delivery on the server's side; a sender can crash at each of them. */
export type SmtpMoment = 'named' | 'taken' | 'answered'

type ReceivedMail = { to: string; messageId: string }

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

/** A mail server that records accepted emails by Message-ID and can go away. */
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
      // A sender that crashes during an email resets the connection.
      socket.on('error', () => {})
      const say = serveConnection(socket, received, tell)
      void opening.then(() => say('220 smtp.example'))
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** Stops the server, so that connections are refused. */
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
    /** The Message-IDs that each address has received. */
    idsByAddress() {
      const ids = new Map<string, Set<string>>()
      for (const { to, messageId } of received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId))
      return ids
    },
    /** New connections wait for the greeting. */
    hold() {
      opening = new Promise((resolve) => {
        open = resolve
      })
    },
    greet: () => open(),
    /** Calls `act` after this stage has occurred so many times, before the current email gets its next answer. */
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

/** The part of RFC 5321 that a sender needs. */
function serveConnection(socket: Socket, received: ReceivedMail[], tell: (moment: SmtpMoment) => void) {
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
