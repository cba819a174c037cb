import { afterAll, expect, test } from 'vitest'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { changeSession, givenBookedSession } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { buy, newRefund } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')
const consultant = await givenBookableConsultant(app)

async function resend({ person }: Member, subject: string) {
  const [{ id }] = await app.rows(
    'select id from email where recipient = $1 and subject like $2',
    person.email,
    subject,
  )
  return administrator.post(`/api/admin/emails/${id}/resend`)
}

test('the payment confirmation has its invoice attached, and a refund its credit note', async () => {
  const { member, id } = await buy(app)
  await administrator.post(`/api/admin/purchases/${id}/refunds`, newRefund(500))
  const emails = await emailsTo(app, member.person.email)
  const files = emails.flatMap(({ attachments = [] }) => attachments)
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^INV-TEST-\d{4}-\d+\.pdf$/),
    expect.stringMatching(/^TEST-CN-\d{4}-\d+\.pdf$/i),
  ])
  for (const { name, content } of files) {
    const { pages } = await readPdf(content as Buffer)
    expect(pages.join(' ')).toContain(name.replace('.pdf', ''))
  }
})

test('if a document cannot be drawn, the email is sent without it and says so', async () => {
  const { member } = await buy(app)
  await app.settle()
  await app.rows(`update email set documents = '["INV-0"]' where recipient = $1`, member.person.email)
  expect(await resend(member, '%payment received%')).toMatchObject({ status: 200 })
  const emails = await emailsTo(app, member.person.email, 'payment received')
  expect(emails.map(({ attachments = [] }) => attachments.length)).toEqual([1, 0])
  const notes = ['We’ve attached your invoice.', 'We couldn’t attach your invoice.']
  for (const format of ['text', 'html'] as const)
    expect(emails.map((email) => notes.filter((note) => email[format].includes(note)))).toEqual(
      notes.map((each) => [each]),
    )
})

test('only emails that the member can turn off have an unsubscribe link, which turns off their kind', async () => {
  const session = await givenBookedSession(app, { consultantId: consultant.id, startsAt: hoursAhead(app, 60) })
  const { member } = session
  await buy(app, { member })
  const [booked] = await emailsTo(app, member.person.email, 'Booked:')
  const [paid] = await emailsTo(app, member.person.email, 'payment received')
  expect([booked?.optOutUrl, paid?.optOutUrl]).toEqual([expect.any(String), undefined])

  const path = new URL(booked?.optOutUrl ?? '').pathname
  const forged = path.replace('sessions', 'purchases')
  const cut = path.slice(0, -1)
  for (const wrong of [forged, cut]) expect(await app.visitor.post(wrong)).toMatchObject({ status: 404 })
  const opened = await app.app.inject({ url: path })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, path.replace('/api', '')])
  const choices = `select kind from notification_choice where account_id = $1 and not is_on`
  expect(await app.rows(choices, member.id)).toEqual([])
  const pressed = await app.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([pressed.statusCode, pressed.json().message]).toEqual([
    200,
    'You’ve unsubscribed from emails about your sessions.',
  ])

  await changeSession(app, session, { startsAt: hoursAhead(app, 80) })
  expect(await emailsTo(app, member.person.email, 'Moved:')).toEqual([])
  expect(await resend(member, 'Booked:%')).toMatchObject({ status: 409, body: { code: 'unsubscribed' } })
  const { notifications } = (await member.get('/api/account')).body.data
  const off = notifications.filter(
    ({ channel, isOn }: { channel: string; isOn: boolean }) => channel === 'email' && !isOn,
  )
  expect(off).toEqual([{ kind: 'sessions', channel: 'email', isOn: false }])
})

test('an email is sent even if the key that signed its unsubscribe link has been removed', async () => {
  const optOutUrl = `https://site.example/api/unsubscribe/sessions.${administrator.id}.unknown`
  const email = { to: 'old-key@example.org', subject: 'Booked', text: 'x', html: 'x', optOutUrl }
  await queueEmail(app.context.db, app.context, 'test:old-key', email)
  expect(await emailsTo(app, 'old-key@example.org')).toHaveLength(1)
})

test('a session that someone else cancels is announced by an email without an unsubscribe link', async () => {
  const { member, bookingId } = await givenBookedSession(app, {
    consultantId: consultant.id,
    startsAt: hoursAhead(app, 100),
  })
  const { status } = await administrator.post(`/api/admin/bookings/${bookingId}/cancellation`, { reason: 'Ill' })
  expect(status).toBe(200)
  const [cancelled] = await emailsTo(app, member.person.email, 'Cancelled:')
  expect([cancelled?.subject, cancelled?.optOutUrl]).toEqual([expect.any(String), undefined])
})

test('the unsubscribe link of an erased account stores nothing', async () => {
  const { member } = await givenBookedSession(app, { consultantId: consultant.id, startsAt: hoursAhead(app, 120) })
  const [booked] = await emailsTo(app, member.person.email, 'Booked:')
  expect((await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  const pressed = await app.visitor.post(new URL(booked?.optOutUrl ?? '').pathname)
  expect(pressed).toMatchObject({ status: 404, body: { code: 'link-invalid' } })
  expect(await app.rows('select * from notification_choice where account_id = $1', member.id)).toEqual([])
})
