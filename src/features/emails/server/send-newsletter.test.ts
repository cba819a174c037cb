import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../tests/support/app/start-app.ts'
import { buy } from '../../../../tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

async function givenReader({ choice, young = false }: { choice?: boolean; young?: boolean } = {}): Promise<Member> {
  const member = await app.quickMember()
  await app.rows('update account set email_verified_at = now() where id = $1', member.id)
  if (young) {
    await app.rows(
      "update account set guardian_name = 'Anne', guardian_email = 'a@example.org' where id = $1",
      member.id,
    )
  }
  if (choice !== undefined) {
    await app.rows("insert into notification_choice values ($1, 'news', 'email', $2, now())", member.id, choice)
  }
  return member
}

async function send(subject: string, sendingId: string = randomUUID()) {
  const answer = await administrator.post('/api/admin/newsletters', {
    sendingId,
    subject,
    text: 'First line.\nSecond line.',
  })
  expect(answer.status).toBe(200)
  await app.settle()
}

const got = (member: Member, subject: string) =>
  app.mails.filter((mail) => mail.to === member.person.email && mail.subject === subject)

test('a newsletter goes once to confirmed adult members who have bought or opted in', async () => {
  const buyer = await givenReader()
  await buy(app, { member: buyer, packageId: 'biz-future-basic' })
  const choosing = await givenReader({ choice: true })
  const silent = await givenReader()
  const refusing = await givenReader({ choice: false })
  await buy(app, { member: refusing, packageId: 'biz-future-basic' })
  const unconfirmed = await app.quickMember()
  await app.rows("insert into notification_choice values ($1, 'news', 'email', true, now())", unconfirmed.id)
  const young = await givenReader({ young: true })
  await app.rows(
    'update purchase set member_id = $1 where id = (select id from purchase where member_id = $2)',
    young.id,
    refusing.id,
  )
  const sendingId = randomUUID()

  await send('Once', sendingId)
  await send('Once', sendingId)

  const reached = [buyer, choosing, silent, refusing, unconfirmed, young].map((member) => got(member, 'Once').length)
  expect(reached).toEqual([1, 1, 0, 0, 0, 0])
  expect(got(administrator, 'Once')).toEqual([])
})

test('unsubscribing takes one click without a login, from the mail program or from the page', async () => {
  const [byProgram, byPage] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await send('Before')
  const [program] = got(byProgram, 'Before')
  const [page] = got(byPage, 'Before')
  const path = new URL(program?.unsubscribeUrl ?? '').pathname

  const pressed = await app.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  const multipart = await app.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  })
  const token = /\/unsubscribe\/([\w-]+)/.exec(page?.text ?? '')?.[1]
  const clicked = await app.visitor.post(`/api/unsubscribe/${token}`)
  await send('After')

  expect([pressed.statusCode, multipart.statusCode, clicked.status]).toEqual([200, 200, 200])
  expect([got(byProgram, 'After'), got(byPage, 'After')]).toEqual([[], []])
  const { body } = await byPage.get('/api/account')
  expect(body.data.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: false })
  // The token grants no access to the account.
  expect(
    (await app.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(401)
})

test('a queued newsletter is not sent to a member who has unsubscribed', async () => {
  const reader = await givenReader({ choice: true })
  await send('First')
  await administrator.post('/api/admin/newsletters', { sendingId: randomUUID(), subject: 'Waiting', text: 'x' })
  await app.runJobs({ send: () => Promise.reject(new Error('away')) })

  await app.visitor.post(new URL(got(reader, 'First')[0]?.unsubscribeUrl ?? '').pathname)
  await app.rows("update pgboss.job set start_after = now() where state = 'retry'")
  await app.settle()

  expect(got(reader, 'Waiting')).toEqual([])
})

test('a queued newsletter is not sent to a member who has opted out in the profile', async () => {
  const [reader, other] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await administrator.post('/api/admin/newsletters', { sendingId: randomUUID(), subject: 'Chosen against', text: 'x' })
  await app.runJobs({ send: () => Promise.reject(new Error('away')) })

  await reader.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'news', channel: 'email', isOn: false }],
  })
  await app.rows("update pgboss.job set start_after = now() where state = 'retry'")
  await app.settle()

  expect([got(reader, 'Chosen against'), got(other, 'Chosen against')]).toMatchObject([[], [{}]])
})

test('a newsletter cannot be resent to a member who has unsubscribed', async () => {
  const [reader, other] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await send('Again')
  await app.visitor.post(new URL(got(reader, 'Again')[0]?.unsubscribeUrl ?? '').pathname)
  const resend = async ({ person }: Member) => {
    const [{ id }] = await app.rows("select id from email where recipient = $1 and subject = 'Again'", person.email)
    return administrator.post(`/api/admin/emails/${id}/resend`)
  }

  expect(await resend(reader)).toMatchObject({ status: 409, body: { code: 'newsletter-unsubscribed' } })
  expect(await resend(other)).toMatchObject({ status: 200 })
  await app.settle()
  expect([got(reader, 'Again').length, got(other, 'Again').length]).toEqual([1, 2])
})

test('a newsletter reaches all recipients across batches', async () => {
  const many = 250
  await app.rows(
    `with made as (
       insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at, email_verified_at)
       select 'many-' || n || '@example.org', 'many-' || n || '@example.org', 'Many', 'Reader', '+447700900123', 'x', 'member', now(), now()
       from generate_series(1, ${many}) n returning id
     ) insert into notification_choice select id, 'news', 'email', true, now() from made`,
  )
  await send('Many')
  const reached = app.mails.filter(({ to, subject }) => to.startsWith('many-') && subject === 'Many')
  expect(new Set(reached.map(({ to }) => to)).size).toBe(many)
  expect(reached).toHaveLength(many)
})
