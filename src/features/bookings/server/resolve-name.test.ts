import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { resolveName } from './resolve-name.ts'

const IPV4 = 1
const IPV6 = 28

test('every address of a name is told, of both kinds', async () => {
  await using server = await startNameServer({ [IPV4]: [Buffer.from([93, 184, 215, 14])], [IPV6]: [loopback6()] })
  expect(await resolveName('calendar.example.org', signal(), [server.address])).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '::1', family: 6 },
  ])
})

test('a name that has addresses of one kind only is found', async () => {
  await using server = await startNameServer({ [IPV4]: [Buffer.from([93, 184, 215, 14])], [IPV6]: [] })
  expect(await resolveName('calendar.example.org', signal(), [server.address])).toHaveLength(1)
})

test('a name without an address is none', async () => {
  await using server = await startNameServer({ [IPV4]: [], [IPV6]: [] })
  expect(await resolveName('calendar.example.org', signal(), [server.address])).toEqual([])
})

test('the question to a name server that is silent is withdrawn when the time is over', async () => {
  await using server = await startNameServer({})
  const controller = new AbortController()
  const asked = resolveName('calendar.example.org', controller.signal, [server.address])
  await server.questioned
  controller.abort()
  await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' })
})

test('a name server that is silent is not waited for longer than a few seconds', { timeout: 15_000 }, async () => {
  await using server = await startNameServer({})
  await expect(resolveName('calendar.example.org', signal(), [server.address])).rejects.toMatchObject({
    code: 'ETIMEOUT',
  })
})

function signal(): AbortSignal {
  return new AbortController().signal
}

function loopback6(): Buffer {
  return Buffer.from([...Array(15).fill(0), 1])
}

/** Answers (RFC 1035) with these addresses by the kind that is asked for, and to any other kind not at all. */
async function startNameServer(records: Record<number, Buffer[]>) {
  const socket = createSocket('udp4')
  const questioned = new Promise((resolve) => socket.once('message', resolve))
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const kind = query.readUInt16BE(end - 4)
    const found = records[kind]
    if (!found) return
    const head = Buffer.concat([query.subarray(0, 2), words(0x8180, 1, found.length, 0, 0)])
    const answers = found.map((bytes) => Buffer.concat([words(0xc00c, kind, 1, 0, 60, bytes.length), bytes]))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    questioned,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}
