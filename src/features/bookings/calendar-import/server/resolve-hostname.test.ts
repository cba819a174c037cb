import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { resolveHostname } from './resolve-hostname.ts'

const IPV4 = 1
const IPV6 = 28

test('resolves all of a hostname’s IPv4 and IPv6 addresses', async () => {
  await using server = await startNameServer({ [IPV4]: [Buffer.from([93, 184, 215, 14])], [IPV6]: [loopback6()] })
  expect(await resolveHostname('calendar.example.org', signal(), [server.address])).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '::1', family: 6 },
  ])
})

test('resolves a hostname that has addresses of only one family', async () => {
  await using server = await startNameServer({ [IPV4]: [Buffer.from([93, 184, 215, 14])], [IPV6]: [] })
  expect(await resolveHostname('calendar.example.org', signal(), [server.address])).toHaveLength(1)
})

test('a hostname without addresses resolves to an empty list', async () => {
  await using server = await startNameServer({ [IPV4]: [], [IPV6]: [] })
  expect(await resolveHostname('calendar.example.org', signal(), [server.address])).toEqual([])
})

test('aborting cancels a pending lookup', async () => {
  await using server = await startNameServer({})
  const controller = new AbortController()
  const lookup = resolveHostname('calendar.example.org', controller.signal, [server.address])
  await server.queryReceived
  controller.abort()
  await expect(lookup).rejects.toMatchObject({ code: 'ECANCELLED' })
})

test('a lookup times out after a few seconds without an answer', { timeout: 15_000 }, async () => {
  await using server = await startNameServer({})
  await expect(resolveHostname('calendar.example.org', signal(), [server.address])).rejects.toMatchObject({
    code: 'ETIMEOUT',
  })
})

function signal(): AbortSignal {
  return new AbortController().signal
}

function loopback6(): Buffer {
  return Buffer.from([...Array(15).fill(0), 1])
}

/** A DNS server (RFC 1035) that answers queries for these record types and ignores all others. */
async function startNameServer(records: Record<number, Buffer[]>) {
  const socket = createSocket('udp4')
  const queryReceived = new Promise((resolve) => socket.once('message', resolve))
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const recordType = query.readUInt16BE(end - 4)
    const matching = records[recordType]
    if (!matching) return
    const header = Buffer.concat([query.subarray(0, 2), toUint16s(0x8180, 1, matching.length, 0, 0)])
    const answers = matching.map((bytes) =>
      Buffer.concat([toUint16s(0xc00c, recordType, 1, 0, 60, bytes.length), bytes]),
    )
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    queryReceived,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function toUint16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}
