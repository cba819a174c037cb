import { afterAll, expect, test } from 'vitest'
import { insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { hoursAhead } from '../../../../tests/support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../../../../tests/support/consulting.ts'
import { countFiles, pdf, uploadFile } from '../../../../tests/support/files.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenConsultant(app)

let hours = 40
function givenSession() {
  hours += 2
  return givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, hours) })
}

type Session = Awaited<ReturnType<typeof givenSession>>

const MB = 1_048_576
const most = 250 * MB
const add = ({ member, bookingId }: Session, name = 'letter.pdf') =>
  uploadFile(member, `/api/bookings/${bookingId}/files`, pdf, name)

let earlier = 0
/** Files of earlier sessions, of which nothing is left but how large they were. */
async function givenEarlier({ member, entitlementId }: Session, sizes: number[], at = app.clock.now()) {
  earlier += 1
  const startsAt = hoursAhead(app, -earlier)
  const { consultantId } = ada
  const bookingId = await insertBooking(app, {
    consultantId,
    memberId: member.id,
    entitlementId,
    startsAt,
    state: 'held',
  })
  for (const [index, size] of sizes.entries()) {
    await app.rows(
      `with kept as (insert into stored_file (name, type, size, stored_at) values ('a.pdf', 'pdf', $3, $4) returning id)
       insert into booking_file (booking_id, number, file_id, added_at) select $1, $2::int, id, $4 from kept`,
      bookingId,
      index + 1,
      size,
      at,
    )
  }
}

/** So many megabytes, in files of 25. */
const megabytes = (count: number) => Array.from({ length: count / 25 }, () => 25 * MB)

test('a member gives us 250 MB within twelve months, and not a byte more', async () => {
  const session = await givenSession()
  await givenEarlier(session, megabytes(125))
  await givenEarlier(session, [...megabytes(100), 25 * MB - 2 * pdf.length])
  expect((await add(session)).status).toBe(200)
  expect((await add(session)).status).toBe(200)
  const before = await countFiles(app)
  const answer = await add(session)
  expect([answer.status, answer.body.code]).toEqual([409, 'too-much-this-year'])
  expect(answer.body.message).toContain(`${most / MB} MB`)
  expect(await countFiles(app)).toEqual(before)
})

test('a file that is removed makes room, and what others give takes none', async () => {
  const session = await givenSession()
  await givenEarlier(session, megabytes(125))
  await givenEarlier(session, [...megabytes(100), 25 * MB - pdf.length])
  const { body } = await add(session)
  expect((await add(session)).body.code).toBe('too-much-this-year')
  await session.member.delete(`/api/bookings/${session.bookingId}/files/${body.data.files[0].id}`)
  expect((await add(session)).status).toBe(200)
  expect((await add(await givenSession())).status).toBe(200)
})

test('what was given more than twelve months ago counts no more', async () => {
  const session = await givenSession()
  const ago = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
  await givenEarlier(session, megabytes(125), ago(367))
  await givenEarlier(session, megabytes(125), ago(367))
  expect((await add(session)).status).toBe(200)
  await givenEarlier(session, megabytes(125), ago(360))
  await givenEarlier(session, megabytes(125), ago(360))
  expect((await add(session)).body.code).toBe('too-much-this-year')
})

test('files that are sent at once to several sessions are counted one after the other', async () => {
  const session = await givenSession()
  await givenEarlier(session, megabytes(125))
  await givenEarlier(session, [...megabytes(100), 25 * MB - pdf.length])
  const [other] = await app.rows(
    'update booking set member_id = $2 where id = $1 returning id',
    (await givenSession()).bookingId,
    session.member.id,
  )
  const answers = await Promise.all([add(session), add({ ...session, bookingId: other.id })])
  expect(answers.map(({ body }) => body.code ?? 'added').sort()).toEqual(['added', 'too-much-this-year'])
})

test('forty files are taken within a day, and the next is refused with a sentence', async () => {
  const session = await givenSession()
  expect((await add(session, 'a.exe')).status).toBe(200)
  await app.rows("update attempt_limit set points = 39 where key like 'booking-file:%'")
  expect((await add(session)).status).toBe(200)
  const answer = await add(session)
  expect([answer.status, answer.body.code]).toEqual([409, 'too-many-files-today'])
})
