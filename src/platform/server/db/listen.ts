import { Socket } from 'node:net'
import pg from 'pg'

type Listener = {
  onSignal: (payload: string) => void
  /** Called once signals arrive. Earlier signals, and those after a lost connection, may have been missed. */
  onListening: () => void
  /** Called if the connection failed. It reconnects automatically. */
  onDisconnected: (error: unknown) => void
}

/** Receives `pg_notify` signals on one channel from any process. @returns a function that stops listening */
export type Listen = (channel: string, listener: Listener) => Promise<() => Promise<void>>

/** A server restart takes a second or two; a longer outage is retried every ten seconds. */
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 10_000

/** Checks the connection this often, because a silent network failure raises no error. */
const HEARTBEAT_MS = 30_000
const HEARTBEAT_TIMEOUT_MS = 5_000

/** Listens on a separate connection and reconnects if it is lost. */
export function listenOnServer(url: string): Listen {
  return async (channel, listener) => {
    let isStopped = false
    let failures = 0
    let timer: NodeJS.Timeout | undefined
    let disconnect = () => {}
    await connect()
    return async () => {
      isStopped = true
      clearTimeout(timer)
      disconnect()
    }

    async function connect() {
      const socket = new Socket()
      const client = createClient(url, socket)
      const connectionLost = Promise.withResolvers<never>()
      connectionLost.promise.catch(onLost)
      disconnect = () => socket.destroy()
      client.on('error', connectionLost.reject)
      client.on('end', () => connectionLost.reject(new Error('The connection ended')))
      client.on('notification', ({ payload = '' }) => listener.onSignal(payload))
      try {
        await Promise.race([client.connect(), connectionLost.promise])
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      } catch (error) {
        return connectionLost.reject(error)
      }
      failures = 0
      listener.onListening()
      scheduleHeartbeat(client, connectionLost.reject)
    }

    function scheduleHeartbeat(client: pg.Client, fail: (error: unknown) => void) {
      timer = setTimeout(async () => {
        try {
          await client.query('select 1')
          if (!isStopped) scheduleHeartbeat(client, fail)
        } catch (error) {
          fail(error)
        }
      }, HEARTBEAT_MS)
    }

    function onLost(error: unknown) {
      clearTimeout(timer)
      disconnect()
      if (isStopped) return
      listener.onDisconnected(error)
      const delay = Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)
      failures += 1
      // Random, so that several processes do not reconnect at the same time.
      timer = setTimeout(connect, delay * (0.5 + Math.random() / 2))
    }
  }
}

function createClient(url: string, socket: Socket) {
  return new pg.Client({
    connectionString: url,
    application_name: 'futureworld-listener',
    // We keep the socket so that we can destroy it, because a dead connection does not close when asked.
    stream: () => socket,
    connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
    query_timeout: HEARTBEAT_TIMEOUT_MS,
    keepAlive: true,
  })
}
