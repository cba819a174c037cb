import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#platform/shared/upload-rules.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItems,
  itemPath,
  workPath,
} from '#tests/support/given/deliverables.ts'
import { countFiles, pdf, uploadFile } from '#tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)

test('a 25 MB file is returned unchanged, as a download with a sanitised name', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  const start = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')])
  const film = Buffer.concat([start, randomBytes(MAX_FILE_BYTES - start.length)])
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

test('requesting another member’s or consultant’s version responds with 404', async () => {
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

test.each<[string, Buffer, number, string]>([
  ['of an unsupported type', Buffer.from('<script>alert(1)</script>'), 400, 'file-type-unknown'],
  ['one byte larger than 25 MB', fileOf(MAX_FILE_BYTES + 1), 413, 'file-too-large'],
])('rejects a file %s with a message and stores nothing', async (_, content, status, code) => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const answer = await uploadFile(consultant, workPath(item, '/versions/file'), content)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.message).toMatch(/^[A-Z].* .*\.$/)
  expect(await countFiles(app)).toEqual(before)
  expect((await consultant.get(workPath(item))).body.data.versions).toHaveLength(1)
})

test('rejects a 26 MB upload without a content length', async () => {
  const { consultant, item } = await givenDraftedItem(app)
  const before = await countFiles(app)
  const response = await sendInPieces(consultant, item, largeFile())
  expect([response.status, (await response.json()).code]).toEqual([413, 'file-too-large'])
  expect(await countFiles(app)).toEqual(before)
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
  const upload = sendInPieces(consultant, item, halfFile(abort, requestArrived.promise), abort.signal)
  await expect(upload).rejects.toThrow()
  await requestClosed.promise
  expect((await consultant.get(workPath(item))).body.data.versions).toHaveLength(1)
  expect(await countFiles(app)).toEqual(before)
})

test('an unpublished version can be removed with its file, but no version can be removed while approval is pending', async () => {
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
  expect((await uploadFile(consultant, workPath(item, '/versions/file'), pdf)).body.code).toBe('not-assigned')
  expect((await consultant.post(workPath(item, '/versions/note'), { note: 'Done' })).body.code).toBe('not-assigned')
})

/** Uploads a stream of chunks over the network, without a content length. */
function sendInPieces(
  { token }: { token: string },
  item: { id: string },
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  signal: AbortSignal | null = null,
) {
  return fetch(`${app.url}${workPath(item, '/versions/file')}?name=report.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(pieces)) as ReadableStream,
    duplex: 'half',
    signal,
  } as RequestInit)
}

function fileOf(bytes: number): Buffer {
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length)])
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
