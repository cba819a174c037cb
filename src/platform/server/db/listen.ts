import { Socket } from 'node:net'
import pg from 'pg'

type Listener = {
  onSignal: (payload: string) => void
  /** From now on nothing is missed. What was signalled before it, and after the line broke, may have been. */
  onListening: () => void
  /** The line is broken, or could not be made. It is tried again by itself. */
  onAway: (error: unknown) => void
}

/** Hears the signals of `pg_notify` on one channel, from any process. @returns a function that ends it */
export type Listen = (channel: string, listener: Listener) => Promise<() => Promise<void>>

/** Restarts of a server take a second or two; one that stays away is asked every ten seconds. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/** Whether the line still lives is asked so often, since a network that fails silently says nothing by itself. */
const PROOF_OF_LIFE_MS = 30_000
const ANSWER_MS = 5_000

/** Listens on a connection of its own, and on another one where that breaks. */
export function listenOnServer(url: string): Listen {
  return async (channel, listener) => {
    let isOver = false
    let failures = 0
    let timer: NodeJS.Timeout | undefined
    let hangUp = () => {}
    await connect()
    return async () => {
      isOver = true
      clearTimeout(timer)
      hangUp()
    }

    async function connect() {
      const socket = new Socket()
      const client = clientOn(url, socket)
      const lost = Promise.withResolvers<never>()
      lost.promise.catch(onLost)
      hangUp = () => socket.destroy()
      client.on('error', lost.reject)
      client.on('end', () => lost.reject(new Error('The connection ended')))
      client.on('notification', ({ payload = '' }) => listener.onSignal(payload))
      try {
        await Promise.race([client.connect(), lost.promise])
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      } catch (error) {
        return lost.reject(error)
      }
      failures = 0
      listener.onListening()
      proveLife(client, lost.reject)
    }

    function proveLife(client: pg.Client, fail: (error: unknown) => void) {
      timer = setTimeout(async () => {
        try {
          await client.query('select 1')
          if (!isOver) proveLife(client, fail)
        } catch (error) {
          fail(error)
        }
      }, PROOF_OF_LIFE_MS)
    }

    function onLost(error: unknown) {
      clearTimeout(timer)
      hangUp()
      if (isOver) return
      listener.onAway(error)
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      failures += 1
      // Of several processes not all at once.
      timer = setTimeout(connect, pause * (0.5 + Math.random() / 2))
    }
  }
}

function clientOn(url: string, socket: Socket) {
  return new pg.Client({
    connectionString: url,
    application_name: 'futureworld-listener',
    // Ours to destroy: a line that is dead does not end by asking it to.
    stream: () => socket,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
}
