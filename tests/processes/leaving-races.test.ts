import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { personalDataAreas } from '#app/server/personal-data.ts'
import { getDataSubject } from '#features/accounts/server/personal-store.ts'
import { deliverMail } from '#platform/server/mail/deliver-mail.ts'
import { lockMail } from '#platform/server/mail/log-store.ts'
import { eraseMails } from '#platform/server/mail/personal-mails.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { hoursAhead } from '../support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../support/consulting.ts'
import { givenMade, itemPath, workPath } from '../support/deliverables.ts'
import { pdf, uploadFile } from '../support/files.ts'
import { startApp } from '../support/start-app.ts'

/** What is written at the moment in which the member leaves whom it is about: it is refused, and nothing of it stays. */

const app = await startApp()
afterAll(app.close)

type Answer = { status: number; body: { code?: string } }

async function countWaiting() {
  const [row] = await app.rows(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return row.count
}

/** Erases a member; before that is done for good, somebody writes, and is either answered or waits for it. */
async function leaveDuring(memberId: string, write: () => Promise<Answer>): Promise<Answer> {
  const { db } = app.context
  const subject = await getDataSubject(db, memberId as MemberId)
  let writing: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    const areas = Object.values(personalDataAreas(app.provider, app.clock.now))
    for (const { eraseFrom } of areas) await eraseFrom(tx, app.context, subject)
    let isAnswered = false
    writing = write().finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await countWaiting()) > 0, { timeout: 4_000, interval: 5 }).toBe(true)
  })
  if (!writing) throw new Error('Nothing was written')
  return writing
}

const refusedWith = ({ status, body }: Answer) => `${status} ${body.code}`

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

test('of a comment on something that was made for them', async () => {
  for (const author of ['member', 'consultant'] as const) {
    const { member, consultant, item } = await givenMade(app)
    const [writer, path] = author === 'member' ? [member, itemPath(item)] : [consultant, workPath(item)]
    const answer = await leaveDuring(member.id, () => writer.post(`${path}/comments`, { text: 'Shorter, please' }))
    expect(refusedWith(answer)).toBe('404 item-not-found')
    expect(await app.rows('select from notification where member_id = $1', member.id)).toEqual([])
  }
})

test('of another version of it', async () => {
  const { member, consultant, item } = await givenMade(app)
  const answer = await leaveDuring(member.id, () => uploadFile(consultant, workPath(item, '/versions/file'), pdf))
  expect(refusedWith(answer)).toBe('404 item-not-found')
})

test.each([true, false])('of a note of a session that is shared: %s', async (isShared) => {
  const { member, consultant, bookingId } = await givenSession()
  const path = `/api/consultant/bookings/${bookingId}/notes`
  const answer = await leaveDuring(member.id, () => consultant.post(path, { text: 'Of Ada', isShared }))
  expect(refusedWith(answer)).toBe('404 booking-not-found')
  expect(await app.rows('select from session_note where booking_id = $1', bookingId)).toEqual([])
})

test.each(['first', 'second'])('of when they could come earlier, said for the %s time', async (time) => {
  const { member, bookingId, startsAt } = await givenSession()
  const window = { from: hoursAhead(app, 2).toISOString(), until: startsAt.toISOString() }
  const wish = () => member.send('PUT', `/api/bookings/${bookingId}/earlier`, { windows: [window] })
  if (time === 'second') expect((await wish()).status).toBe(200)
  const answer = await leaveDuring(member.id, wish)
  expect(refusedWith(answer)).toBe('409 cannot-wish')
  expect(await app.rows('select from earlier_wish where booking_id = $1', bookingId)).toEqual([])
})

test('of a file for the consultant', async () => {
  const { member, bookingId } = await givenSession()
  const answer = await leaveDuring(member.id, () => uploadFile(member, `/api/bookings/${bookingId}/files`, pdf))
  expect(refusedWith(answer)).toBe('409 booking-cancelled')
  expect(await app.rows('select from booking_file where booking_id = $1', bookingId)).toEqual([])
})

test('of a rating', async () => {
  const { member, bookingId } = await givenSession()
  await app.rows("update booking set state = 'held' where id = $1", bookingId)
  const rating = { score: 5, words: 'Good', mayPublish: false, consentVersion: '', shownName: '' }
  const answer = await leaveDuring(member.id, () => member.send('PUT', `/api/bookings/${bookingId}/rating`, rating))
  expect(refusedWith(answer)).toBe('404 booking-not-found')
  expect(await app.rows('select from rating where booking_id = $1', bookingId)).toEqual([])
})

test('of what they read in their messages: neither waits for the other for ever', async () => {
  const { db } = app.context
  const member = await app.quickMember()
  const administrator = await app.quickMember('administrator')
  const words = { id: randomUUID(), text: 'How did it go?', seenUntil: null }
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, words)
  const subject = await getDataSubject(db, member.id as MemberId)
  let reading: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    for (const [area, { eraseFrom }] of Object.entries(personalDataAreas(app.provider, app.clock.now))) {
      await eraseFrom(tx, app.context, subject)
      if (reading || (area !== 'conversations' && area !== 'notifications')) continue
      reading = member.post('/api/conversation/reading', { until: app.clock.now().toISOString() })
      await expect.poll(countWaiting, { timeout: 4_000, interval: 5 }).toBeGreaterThan(0)
    }
  })
  expect((await reading)?.status).toBe(200)
  expect(await app.rows('select from conversation where member_id = $1', member.id)).toEqual([])
})

test('of a letter that is being handed over: neither waits for the other for ever', async () => {
  const { db } = app.context
  const { id, person } = await app.quickMember()
  const letter = { to: person.email, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await queueMail(db, app.context, `test:${id}`, letter)
  const [{ id: mailId }] = await app.rows('select id from mail where recipient = $1', person.email)
  const subject = await getDataSubject(db, id as MemberId)
  let delivering: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await lockMail(tx, mailId)
    delivering = deliverMail(app.context, { send: async () => {} }, mailId)
    await expect.poll(countWaiting, { timeout: 4_000, interval: 5 }).toBeGreaterThan(0)
    await eraseMails(tx, app.context, subject, 'message:')
  })
  await expect(delivering).resolves.toBeUndefined()
  expect(await app.rows('select from mail_delivery where mail_id = $1', mailId)).toEqual([])
})

test('nothing went wrong on our side meanwhile', () => {
  expect(app.logLines).toEqual([])
})
