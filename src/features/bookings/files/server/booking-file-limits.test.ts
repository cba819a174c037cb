import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { dayByDay, hoursAhead } from '#tests/support/given/bookings.ts'
import { countFiles, pdf, uploadFile } from '#tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenConsultant(app)

const nextDay = dayByDay(app)
const givenSession = () => givenBookedSession(app, { consultantId: ada.consultantId, startsAt: nextDay() })

type Session = Awaited<ReturnType<typeof givenSession>>

const MB = 1_048_576
const addFile = ({ member, bookingId }: Session, name = 'letter.pdf') =>
  uploadFile(member, `/api/bookings/${bookingId}/files`, pdf, name)

let earlierSessions = 0
/** Adds rows without content for files in two earlier sessions, leaving `bytesLeft` of the yearly 250 MB. */
async function givenEarlierFiles({ member, entitlementId }: Session, bytesLeft: number, at = app.clock.now()) {
  for (const lastSize of [25 * MB, 25 * MB - bytesLeft]) {
    earlierSessions += 1
    const startsAt = hoursAhead(app, -earlierSessions)
    const { consultantId } = ada
    const session = { consultantId, memberId: member.id, entitlementId, startsAt, state: 'held' } as const
    await app.rows(
      `with kept as (
         insert into stored_file (name, type, size, stored_at)
         select 'a.pdf', 'pdf', case number when 5 then $2::int else $3::int end, $4 from generate_series(1, 5) as number
         returning id
       )
       insert into booking_file (booking_id, number, file_id, added_at)
       select $1, row_number() over (), id, $4 from kept`,
      await insertBooking(app, session),
      lastSize,
      25 * MB,
      at,
    )
  }
}

test('a member can store at most 250 MB in twelve months', async () => {
  const session = await givenSession()
  await givenEarlierFiles(session, 2 * pdf.length)
  expect((await addFile(session)).status).toBe(200)
  expect((await addFile(session)).status).toBe(200)
  const before = await countFiles(app)
  const answer = await addFile(session)
  expect([answer.status, answer.body.code]).toEqual([409, 'yearly-limit-reached'])
  expect(await countFiles(app)).toEqual(before)
})

test('removing a file frees up its space, and each member has their own limit', async () => {
  const session = await givenSession()
  await givenEarlierFiles(session, pdf.length)
  const { body } = await addFile(session)
  expect((await addFile(session)).body.code).toBe('yearly-limit-reached')
  await session.member.delete(`/api/bookings/${session.bookingId}/files/${body.data.files[0].id}`)
  expect((await addFile(session)).status).toBe(200)
  expect((await addFile(await givenSession())).status).toBe(200)
})

test('files older than twelve months do not count towards the limit', async () => {
  const session = await givenSession()
  const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)
  await givenEarlierFiles(session, 0, daysAgo(367))
  expect((await addFile(session)).status).toBe(200)
  await givenEarlierFiles(session, 0, daysAgo(360))
  expect((await addFile(session)).body.code).toBe('yearly-limit-reached')
})

test('concurrent uploads to different sessions cannot exceed the limit', async () => {
  const session = await givenSession()
  await givenEarlierFiles(session, pdf.length)
  const [otherBooking] = await app.rows(
    'update booking set member_id = $2 where id = $1 returning id',
    (await givenSession()).bookingId,
    session.member.id,
  )
  const answers = await Promise.all([addFile(session), addFile({ ...session, bookingId: otherBooking.id })])
  expect(answers.map(({ body }) => body.code ?? 'added').sort()).toEqual(['added', 'yearly-limit-reached'])
})

test('a member can upload 40 files a day, and the next one is rejected', async () => {
  const session = await givenSession()
  expect((await addFile(session, 'a.exe')).status).toBe(200)
  await app.rows("update rate_limit set points = 39 where key like 'booking-file:%'")
  expect((await addFile(session)).status).toBe(200)
  const answer = await addFile(session)
  expect([answer.status, answer.body.code]).toEqual([409, 'too-many-files-today'])
})
