import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Starts a proxy to a database server that can cut, refuse or swallow connections. */
export async function startFaultyProxy(databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl)
  const socketFile = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let isSwallowing = false
  const proxy = createServer((client) => {
    const server = connect(socketFile)
    const pair = { client, server }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => isSwallowing || server.write(bytes))
    server.on('data', (bytes) => isSwallowing || client.write(bytes))
  })
  const listen = async (port: number) => {
    proxy.listen(port, '127.0.0.1')
    await once(proxy, 'listening')
  }
  const cut = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  return {
    url: `postgresql://futureworld@127.0.0.1:${port}${pathname}`,
    /** Ends all connections; clients may reconnect immediately. */
    cut,
    /** Refuses connections. */
    refuse() {
      proxy.close()
      cut()
    },
    /** Accepts connections but forwards nothing, like a network that fails silently. */
    swallow() {
      isSwallowing = true
    },
    /** Ends the connections whose data was swallowed, and accepts new ones. */
    async restore() {
      if (isSwallowing) cut()
      isSwallowing = false
      if (!proxy.listening) await listen(port)
    },
    close() {
      proxy.close()
      cut()
    },
  }
}
