import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openBucketStorage } from './bucket-storage.ts'
import { contentInMemory } from './move-files.ts'

/** A faulty store. Tests against a real one (OpenStack Swift) are in file-places.test.ts. */
async function givenStore(answer: RequestListener, silenceMs?: number) {
  const requests: string[] = []
  const store = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host?.split(':')[0]} ${request.url?.split('?')[0]}`)
    answer(request, response)
  })
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  onTestFinished(() => {
    store.closeAllConnections()
    store.close()
  })
  const { port } = store.address() as AddressInfo
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-test-1',
    accessKeyId: 'site',
    secretAccessKey: 's',
  }
  const storage = openBucketStorage({ ...access, isPathStyle: true }, { bucket: 'uploads', prefix: 'site/' }, silenceMs)
  return { place: storage, asked: requests }
}

const key = '6f1c0b1e-6a55-4b6e-9d7d-0c4f3f6f2c11'
const content = contentInMemory(Buffer.alloc(3_000_000, 'words '))

test('if the store does not respond, each call is tried twice and then fails', async () => {
  const { place, asked } = await givenStore(() => {}, 100)
  await expect(place.read(key)).rejects.toThrow()
  await expect(place.remove(key)).rejects.toThrow()
  await expect(place.put(key, content)).rejects.toThrow()
  const path = `127.0.0.1 /uploads/site/${key}`
  expect(asked).toEqual([
    `GET ${path}`,
    `GET ${path}`,
    `DELETE ${path}`,
    `DELETE ${path}`,
    `PUT ${path}`,
    `PUT ${path}`,
  ])
})

test('if the store fails once, the whole content is sent again', async () => {
  const received: number[] = []
  const { place } = await givenStore(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    received.push(bytes)
    response.writeHead(received.length === 1 ? 500 : 200).end()
  })
  await place.put(key, content)
  expect(received).toEqual([3_000_000, 3_000_000])
})

test('a store without range support works, and a refusal is not mistaken for an empty store', async () => {
  const wholeStore = await givenStore((_, response) => response.end(Buffer.alloc(3_000_000, 'words ')))
  const stored = await wholeStore.place.read(key)
  expect(stored && contentInMemory(await buffer(stored)).sha256).toBe(content.sha256)
  const refusingStore = await givenStore((_, response) => response.writeHead(403).end())
  await expect(refusingStore.place.read(key)).rejects.toThrow()
  await expect(refusingStore.place.isEmpty()).rejects.toThrow()
})

test('if the store disconnects in the middle of a file, reading the file fails', async () => {
  let responses = 0
  const { place } = await givenStore((_, response) => {
    responses += 1
    if (responses > 1) return response.destroy()
    response.writeHead(206, { 'content-range': 'bytes 0-1048575/3000000' })
    return response.end(Buffer.alloc(1_048_576, 'words '))
  })
  const stored = await place.read(key)
  await expect(stored && buffer(stored)).rejects.toThrow()
  expect(responses).toBe(3)
})
