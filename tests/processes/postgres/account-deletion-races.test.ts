import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { personalDataAreas } from '#app/server/personal-data.ts'
import { getDataSubject } from '#features/accounts/privacy/server/store.ts'
import { lockEmail } from '#platform/server/email/log-store.ts'
import { personalEmails } from '#platform/server/email/personal-data.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { sendEmail } from '#platform/server/email/send-email.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { countWaiting } from '../../support/app/server-database.ts'
import { startApp } from '../../support/app/start-app.ts'
import { describeAnswer } from '../../support/app/test-client.ts'
import { givenBookedSession, givenConsultant } from '../../support/given/booked-sessions.ts'
import { hoursAhead } from '../../support/given/bookings.ts'
import { givenDraftedItem, itemPath, workPath } from '../../support/given/deliverables.ts'
import { pdf, uploadFile } from '../../support/given/files.ts'

/** While a member's account is being deleted, anything written about them must be refused and leave nothing behind. */

const app = await startApp()
afterAll(app.close)

type Answer = { status: number; body: { code?: string } }

const countWaitingQueries = () => countWaiting(app)

/**
 * Erases a member and starts the write before that transaction commits. The write either gets a response or waits for a
 * lock.
 */
async function writeDuringErasure(memberId: string, sendWrite: () => Promise<Answer>): Promise<Answer> {
  const { db } = app.context
  const subject = await getDataSubject(db, memberId as MemberId)
  let writing: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    const areas = Object.values(personalDataAreas(app.provider, app.clock.now))
    for (const { erase } of areas) await erase(tx, app.context, subject)
    let isAnswered = false
    writing = sendWrite().finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await countWaitingQueries()) > 0, { interval: 5 }).toBe(true)
  })
  if (!writing) throw new Error('Nothing was written')
  return writing
}

let hours = 30
async function givenSession() {
  const consultant = await givenConsultant(app)
  hours += 2
  const startsAt = hoursAhead(app, hours)
  return {
    consultant,
    ...(await givenBookedSession(app, { consultantId: consultant.consultantId, startsAt })),
    startsAt,
  }
}

test('a comment on a deliverable is refused during account deletion', async () => {
  for (const author of ['member', 'consultant'] as const) {
    const { member, consultant, item } = await givenDraftedItem(app)
    const [writer, path] = author === 'member' ? [member, itemPath(item)] : [consultant, workPath(item)]
    const answer = await writeDuringErasure(member.id, () =>
      writer.post(`${path}/comments`, { text: 'Shorter, please' }),
    )
    expect(describeAnswer(answer)).toBe('404 deliverable-not-found')
    expect(await app.rows('select from notification where member_id = $1', member.id)).toEqual([])
  }
})

test('uploading a deliverable version is refused during account deletion', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  const answer = await writeDuringErasure(member.id, () =>
    uploadFile(consultant, workPath(item, '/versions/file'), pdf),
  )
  expect(describeAnswer(answer)).toBe('404 deliverable-not-found')
})

test.each([true, false])('a session note is refused during account deletion (shared: %s)', async (isShared) => {
  const { member, consultant, bookingId } = await givenSession()
  const path = `/api/consultant/bookings/${bookingId}/notes`
  const answer = await writeDuringErasure(member.id, () => consultant.post(path, { text: 'Of Ada', isShared }))
  expect(describeAnswer(answer)).toBe('404 booking-not-found')
  expect(await app.rows('select from session_note where booking_id = $1', bookingId)).toEqual([])
})

test.each(['first', 'second'])(
  'joining the waitlist for the %s time during account deletion is refused',
  async (time) => {
    const { member, bookingId, startsAt } = await givenSession()
    const window = { from: hoursAhead(app, 2).toISOString(), until: startsAt.toISOString() }
    const joinWaitlist = () => member.send('PUT', `/api/bookings/${bookingId}/waitlist`, { windows: [window] })
    if (time === 'second') expect((await joinWaitlist()).status).toBe(200)
    const answer = await writeDuringErasure(member.id, joinWaitlist)
    expect(describeAnswer(answer)).toBe('409 cannot-join-waitlist')
    expect(await app.rows('select from waitlist_entry where booking_id = $1', bookingId)).toEqual([])
  },
)

test('uploading a session file is refused during account deletion', async () => {
  const { member, bookingId } = await givenSession()
  const answer = await writeDuringErasure(member.id, () => uploadFile(member, `/api/bookings/${bookingId}/files`, pdf))
  expect(describeAnswer(answer)).toBe('409 booking-cancelled')
  expect(await app.rows('select from booking_file where booking_id = $1', bookingId)).toEqual([])
})

test('a rating is refused during account deletion', async () => {
  const { member, bookingId } = await givenSession()
  await app.rows("update booking set state = 'held' where id = $1", bookingId)
  const rating = { score: 5, comment: 'Good', mayPublish: false, consentVersion: '', shownName: '' }
  const answer = await writeDuringErasure(member.id, () =>
    member.send('PUT', `/api/bookings/${bookingId}/rating`, rating),
  )
  expect(describeAnswer(answer)).toBe('404 booking-not-found')
  expect(await app.rows('select from rating where booking_id = $1', bookingId)).toEqual([])
})

test('reading messages and deleting the account do not deadlock', async () => {
  const { db } = app.context
  const member = await app.quickMember()
  const administrator = await app.quickMember('administrator')
  const message = { id: randomUUID(), text: 'How did it go?', seenUntil: null }
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, message)
  const subject = await getDataSubject(db, member.id as MemberId)
  let reading: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    for (const [area, { erase }] of Object.entries(personalDataAreas(app.provider, app.clock.now))) {
      await erase(tx, app.context, subject)
      if (reading || (area !== 'conversations' && area !== 'notifications')) continue
      reading = member.post('/api/conversation/read', { until: app.clock.now().toISOString() })
      await expect.poll(countWaitingQueries, { interval: 5 }).toBeGreaterThan(0)
    }
  })
  expect((await reading)?.status).toBe(200)
  expect(await app.rows('select from conversation where member_id = $1', member.id)).toEqual([])
})

test('sending an email and account deletion do not deadlock', async () => {
  const { db } = app.context
  const { id, person } = await app.quickMember()
  const email = { to: person.email, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await queueEmail(db, app.context, `test:${id}`, email)
  const [{ id: mailId }] = await app.rows('select id from email where recipient = $1', person.email)
  const subject = await getDataSubject(db, id as MemberId)
  let delivering: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await lockEmail(tx, mailId)
    delivering = sendEmail(app.context, { send: async () => {} }, mailId)
    await expect.poll(countWaitingQueries, { interval: 5 }).toBeGreaterThan(0)
    await personalEmails('message:').erase(tx, app.context, subject)
  })
  await expect(delivering).resolves.toBeUndefined()
  expect(await app.rows('select from email_delivery where email_id = $1', mailId)).toEqual([])
})

test('no error was logged', () => {
  expect(app.logLines).toEqual([])
})
