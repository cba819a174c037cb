import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { atSecondsBefore, dayByDay } from '#tests/support/given/bookings.ts'
import { countFiles, pdf, uploadFile } from '#tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)
async function givenSession() {
  const startsAt = nextDay()
  return { ...(await givenBookedSession(app, { consultantId: ada.consultantId, startsAt })), startsAt }
}

type Session = Awaited<ReturnType<typeof givenSession>>

const filesPath = (bookingId: string, file = '') => `/api/bookings/${bookingId}/files${file && `/${file}`}`
const consultantFilesPath = (bookingId: string, file = '') => `/api/consultant${filesPath(bookingId, file).slice(4)}`

async function givenFile({ member, bookingId }: Session, name = 'letter.pdf', content = pdf): Promise<string> {
  const { status, body } = await uploadFile(member, filesPath(bookingId), content, name)
  if (status !== 200) throw new Error(`The upload responded with ${status} ${body.code}`)
  return body.data.files.at(-1).id
}

async function downloadBytes(address: string, { token }: { token: string }): Promise<Buffer> {
  const answer = await app.app.inject({ url: address, headers: { authorization: `Bearer ${token}` } })
  return answer.rawPayload
}

test('the member and the consultant can list the member’s files and download them unchanged', async () => {
  const session = await givenSession()
  const { member, bookingId } = session
  expect((await member.get(filesPath(bookingId))).body.data).toEqual({ files: [], canChange: true })
  const content = Buffer.concat([pdf, Buffer.alloc(600_000, 'x')])
  const first = await givenFile(session, 'CV.pdf', content)
  app.clock.advance({ seconds: 1 })
  await givenFile(session, 'questions.txt', Buffer.from('Which country?'))

  const { files, canChange } = (await member.get(filesPath(bookingId))).body.data
  expect(canChange).toBe(true)
  expect(files).toMatchObject([
    { id: first, name: 'CV.pdf', type: 'pdf', size: content.length },
    { name: 'questions.txt', type: 'text', size: 14 },
  ])
  expect((await ada.get(consultantFilesPath(bookingId))).body.data).toEqual(files)
  expect((await downloadBytes(filesPath(bookingId, first), member)).equals(content)).toBe(true)
  expect((await downloadBytes(consultantFilesPath(bookingId, first), ada)).equals(content)).toBe(true)
})

test('reading or changing files on another member’s booking responds with 404', async () => {
  const session = await givenSession()
  const { bookingId } = session
  const file = await givenFile(session)
  const before = await countFiles(app)
  const stranger = await app.quickMember()
  for (const [answer, code] of [
    [await stranger.get(filesPath(bookingId)), 'booking-not-found'],
    [await uploadFile(stranger, filesPath(bookingId), pdf), 'booking-not-found'],
    [await stranger.get(filesPath(bookingId, file)), 'file-not-found'],
    [await stranger.delete(filesPath(bookingId, file)), 'booking-not-found'],
  ] as const) {
    expect([answer.status, answer.body.code]).toEqual([404, code])
  }
  expect(await countFiles(app)).toEqual(before)
})

test('a file id is valid only with its own booking', async () => {
  const session = await givenSession()
  const otherSession = await givenSession()
  const file = await givenFile(session)
  expect((await otherSession.member.get(filesPath(otherSession.bookingId, file))).body.code).toBe('file-not-found')
  expect((await otherSession.member.delete(filesPath(otherSession.bookingId, file))).body.code).toBe('file-not-found')
  expect((await ada.get(consultantFilesPath(otherSession.bookingId, file))).body.code).toBe('file-not-found')
  expect((await downloadBytes(filesPath(session.bookingId, file), session.member)).equals(pdf)).toBe(true)
})

test('only the booking’s current consultant can read its files', async () => {
  const beth = await givenConsultant(app)
  const session = await givenSession()
  const { bookingId } = session
  const file = await givenFile(session)
  for (const [answer, code] of [
    [await beth.get(consultantFilesPath(bookingId)), 'booking-not-found'],
    [await beth.get(consultantFilesPath(bookingId, file)), 'file-not-found'],
    // Consultants cannot use the member’s endpoint.
    [await ada.get(filesPath(bookingId, file)), 'file-not-found'],
  ] as const) {
    expect([answer.status, answer.body.code]).toEqual([404, code])
  }
  await app.rows('update booking set consultant_id = $2 where id = $1', bookingId, beth.consultantId)
  expect((await beth.get(consultantFilesPath(bookingId, file))).status).toBe(200)
  expect((await ada.get(consultantFilesPath(bookingId))).status).toBe(404)
})

test('a file of an unsupported type is rejected and not stored', async () => {
  const { member, bookingId } = await givenSession()
  const before = await countFiles(app)
  const answer = await uploadFile(member, filesPath(bookingId), Buffer.from('<script>alert(1)</script>'))
  expect([answer.status, answer.body.code]).toEqual([400, 'file-type-unknown'])
  expect(await countFiles(app)).toEqual(before)
  expect((await member.get(filesPath(bookingId))).body.data.files).toEqual([])
})

test('a session accepts five files, even with concurrent uploads, and one more if a file is removed', async () => {
  const session = await givenSession()
  const { member, bookingId } = session
  const before = await countFiles(app)
  for (let number = 1; number < 5; number += 1) await uploadFile(member, filesPath(bookingId), pdf)
  const answers = await Promise.all([1, 2].map(() => uploadFile(member, filesPath(bookingId), pdf)))
  expect(answers.map(({ status, body }) => (status === 200 ? 'added' : body.code)).sort()).toEqual([
    'added',
    'too-many-files',
  ])
  expect((await countFiles(app)).files).toBe(before.files + 5)
  const [{ id }] = (await member.get(filesPath(bookingId))).body.data.files
  const removed = await member.delete(filesPath(bookingId, id))
  expect([removed.status, removed.body.data.files.length]).toEqual([200, 4])
  expect((await uploadFile(member, filesPath(bookingId), pdf)).body.data.files).toHaveLength(5)
})

test('removing a file deletes all of its data, including for the consultant', async () => {
  const session = await givenSession()
  const before = await countFiles(app)
  const file = await givenFile(session)
  await session.member.delete(filesPath(session.bookingId, file))
  expect(await countFiles(app)).toEqual(before)
  expect((await ada.get(consultantFilesPath(session.bookingId))).body.data).toEqual([])
  expect((await session.member.delete(filesPath(session.bookingId, file))).body.code).toBe('file-not-found')
})

test('a cancelled session’s files are read-only for the member and hidden from the consultant', async () => {
  const session = await givenSession()
  const file = await givenFile(session)
  await session.member.post(`/api/bookings/${session.bookingId}/cancellation`, { outcome: 'returned' })
  await expectUnchangeable(session, file, 'booking-cancelled')
  expect((await ada.get(consultantFilesPath(session.bookingId))).status).toBe(404)
  expect((await ada.get(consultantFilesPath(session.bookingId, file))).status).toBe(404)
})

test('files can be added and removed until the session begins, and after that only downloaded', async () => {
  const session = await givenSession()
  const file = await givenFile(session)
  await atSecondsBefore(app, session.startsAt, 1, async () => {
    const member = await app.returning(session.member)
    const second = await givenFile({ ...session, member })
    expect((await member.delete(filesPath(session.bookingId, second))).status).toBe(200)
  })
  await atSecondsBefore(app, session.startsAt, 0, async () => {
    const [member, consultant] = [await app.returning(session.member), await app.returning(ada)]
    await expectUnchangeable({ ...session, member }, file, 'session-started')
    expect((await downloadBytes(consultantFilesPath(session.bookingId, file), consultant)).equals(pdf)).toBe(true)
  })
})

async function expectUnchangeable(
  { member, bookingId }: Pick<Session, 'member' | 'bookingId'>,
  file: string,
  code: string,
) {
  const before = await countFiles(app)
  expect((await uploadFile(member, filesPath(bookingId), pdf)).body.code).toBe(code)
  expect((await member.delete(filesPath(bookingId, file))).body.code).toBe(code)
  expect(await countFiles(app)).toEqual(before)
  expect((await member.get(filesPath(bookingId))).body.data).toMatchObject({ canChange: false, files: [{ id: file }] })
  expect((await downloadBytes(filesPath(bookingId, file), member)).equals(pdf)).toBe(true)
}

test('booking files are purged six years after the package ends, and not before', async () => {
  const session = await givenSession()
  const file = await givenFile(session)
  const before = await countFiles(app)
  const purgeAfterEnd = async (endedAgo: string) => {
    await app.rows(
      `update entitlement set starts_at = $2::timestamptz - $3::interval - interval '1 day',
         ends_at = $2::timestamptz - $3::interval where id = $1`,
      session.entitlementId,
      app.clock.now(),
      endedAgo,
    )
    await app.run('purge-booking-files')
  }
  await purgeAfterEnd('5 years 364 days')
  expect(await countFiles(app)).toEqual(before)
  await purgeAfterEnd('6 years 1 day')
  expect((await countFiles(app)).files).toBe(before.files - 1)
  expect((await session.member.get(filesPath(session.bookingId, file))).status).toBe(404)
})
