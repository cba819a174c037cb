import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a proxy that records every byte that browsers send to the server. */
export async function startRecordingProxy(targetPort: number) {
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    client.on('data', (bytes) => received.push(Buffer.from(bytes)))
    client.pipe(target).pipe(client)
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        target.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(received).toString('latin1'),
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
