import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItems,
  itemPath,
  workPath,
} from '../../../../../tests/support/given/deliverables.ts'
import { countFiles, forgePart, makeDocx, newDocx, pdf, uploadFile } from '../../../../../tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)

test('a file is returned unchanged, as a download with a sanitised name', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), randomBytes(700_000)])
  const { status, body } = await uploadFile(
    consultant,
    workPath(item, '/versions/file'),
    film,
    '../../../Mein Film.mp4',
  )
  expect([status, body.data.versions[0]]).toMatchObject([
    200,
    { number: 2, file: { name: 'Mein Film.mp4', type: 'mp4', size: film.length }, publishedAt: null },
  ])
  await consultant.post(workPath(item, '/approval-request'))

  const answer = await app.app.inject({
    url: itemPath(item, '/versions/2/file'),
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(answer.rawPayload.equals(film)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="Mein-Film.mp4"',
    'content-length': String(film.length),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('a member cannot see or open an unpublished version', async () => {
  const { member, item } = await givenDraftedItem(app)
  expect((await member.get(itemPath(item))).body.data.versions).toEqual([])
  expect((await member.get(itemPath(item, '/versions/1/file'))).status).toBe(404)
})

test('another member’s or consultant’s version responds with 404', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  await consultant.post(workPath(item, '/approval-request'))
  const otherMember = await app.quickMember()
  const colleague = await givenDeliverableConsultant(app)
  for (const answer of [
    await otherMember.get(itemPath(item, '/versions/1/file')),
    await colleague.get(workPath(item, '/versions/1/file')),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'version-not-found'])
  }
  expect((await colleague.get(workPath(item))).body.code).toBe('deliverable-not-found')
  expect((await uploadFile(colleague, workPath(item, '/versions/file'), pdf)).body.code).toBe('deliverable-not-found')
})

const bomb = forgePart(newDocx(), 1, (zip, offset) => zip.writeUInt32LE(0xf000_0000, offset + 24))

const misdeclared = makeDocx({ name: 'word/a.bin', content: Buffer.alloc(1_048_576), claims: { unpacked: 9 } })

test.each<[string, Buffer, string, number, string]>([
  ['of a kind that we do not take', Buffer.from('<script>alert(1)</script>'), 'report.pdf', 400, 'file-type-unknown'],
  ['that is empty', Buffer.alloc(0), 'report.pdf', 400, 'file-empty'],
  ['that unpacks to more than it says', misdeclared, 'report.docx', 400, 'file-damaged'],
  ['that unpacks to gigabytes', bomb, 'report.docx', 400, 'file-unsafe'],
  ['that is cut off', newDocx().subarray(0, -9), 'report.docx', 400, 'file-damaged'],
  ['of 26 MB', Buffer.concat([pdf, Buffer.alloc(26 * 1_048_576)]), 'report.pdf', 413, 'file-too-large'],
  [
    'of a byte more than 25 MB',
    Buffer.concat([pdf, Buffer.alloc(25 * 1_048_576 - pdf.length + 1)]),
    'a.pdf',
    413,
    'file-too-large',
  ],
])('rejects a file %s with a message and stores nothing', async (_, content, name, status, code) => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const answer = await uploadFile(consultant, workPath(item, '/versions/file'), content, name)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.message).toMatch(/^[A-Z].* .*\.$/)
  expect(await countFiles(app)).toEqual(before)
  expect((await consultant.get(workPath(item))).body.data.versions).toHaveLength(1)
})

test('rejects 26 MB without a content length while they arrive', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const response = await fetch(`${app.url}${workPath(item, '/versions/file')}?name=report.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${consultant.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(largeFile())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  expect([response.status, (await response.json()).code]).toEqual([413, 'file-too-large'])
  expect(await countFiles(app)).toEqual(before)
})

test('accepts and returns a file of 25 MB', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const content = Buffer.concat([pdf, Buffer.alloc(25 * 1_048_576 - pdf.length)])
  expect((await uploadFile(consultant, workPath(item, '/versions/file'), content)).status).toBe(200)
  const answer = await app.app.inject({
    url: workPath(item, '/versions/2/file'),
    headers: { authorization: `Bearer ${consultant.token}` },
  })
  expect(answer.rawPayload.length).toBe(content.length)
})

test.each([
  ['application/json', '{}'],
  ['multipart/form-data; boundary=x', 'x'],
  ['text/plain', 'x'],
  ['application/pdf', 'x'],
])('rejects a file sent as %s', async (type, content) => {
  const { consultant, item } = await givenDraftedItem(app)
  const answer = await uploadFile(consultant, workPath(item, '/versions/file'), Buffer.from(content), 'a.pdf', type)
  expect([400, 415]).toContain(answer.status)
})

test('JSON endpoints reject binary bodies', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const answer = await uploadFile(consultant, workPath(item, '/versions/note'), pdf)
  expect([answer.status, answer.body.code]).toEqual([415, 'not-json'])
})

test('an aborted upload stores nothing', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const abort = new AbortController()
  const requestArrived = Promise.withResolvers<void>()
  const requestClosed = Promise.withResolvers<void>()
  app.app.server.once('request', (request) => {
    requestArrived.resolve()
    request.once('close', requestClosed.resolve)
  })
  const upload = fetch(`${app.url}${workPath(item, '/versions/file')}?name=report.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${consultant.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(halfFile(abort, requestArrived.promise))) as ReadableStream,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit)
  await expect(upload).rejects.toThrow()
  await requestClosed.promise
  expect((await consultant.get(workPath(item))).body.data.versions).toHaveLength(1)
  expect(await countFiles(app)).toEqual(before)
})

test('only an unpublished version can be removed, together with its file', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const { body } = await consultant.send('DELETE', workPath(item, '/versions/1'))
  expect(body.data.versions).toEqual([])
  expect((await countFiles(app)).files).toBe(before.files - 1)

  await consultant.post(workPath(item, '/versions/note'), { note: 'https://example.org/post' })
  await consultant.post(workPath(item, '/approval-request'))
  expect((await consultant.send('DELETE', workPath(item, '/versions/1'))).body.code).toBe('awaiting-approval')
})

test('rejects versions from a consultant who has not taken the deliverable', async () => {
  const { item } = await givenItems(app)
  const consultant = await givenDeliverableConsultant(app)
  const before = await countFiles(app)
  expect((await uploadFile(consultant, workPath(item, '/versions/file'), pdf)).body.code).toBe('not-assigned')
  expect((await consultant.post(workPath(item, '/versions/note'), { note: 'Done' })).body.code).toBe('not-assigned')
  expect(await countFiles(app)).toEqual(before)
})

function randomBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 31) % 251))
}

function* largeFile() {
  yield pdf
  for (let megabyte = 0; megabyte < 26; megabyte++) yield Buffer.alloc(1_048_576)
}

async function* halfFile(stop: AbortController, arrived: Promise<void>) {
  yield pdf
  yield Buffer.alloc(100_000)
  await arrived
  stop.abort()
  await new Promise(() => {})
}
