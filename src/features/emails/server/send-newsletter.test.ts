import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { countGivenUpEmails } from '#platform/server/email/log-store.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { buy } from '#tests/support/given/refunds.ts'

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

const findReceived = (member: Member, subject: string) =>
  app.mails.filter((email) => email.to === member.person.email && email.subject === subject)

const unsubscribePath = (member: Member, subject: string) =>
  new URL(findReceived(member, subject)[0]?.unsubscribeUrl ?? '').pathname

test('a newsletter is sent once to confirmed adult members who have bought something or opted in', async () => {
  const buyer = await givenReader()
  await buy(app, { member: buyer, packageId: 'biz-future-basic' })
  const optedIn = await givenReader({ choice: true })
  const undecided = await givenReader()
  const optedOut = await givenReader({ choice: false })
  await buy(app, { member: optedOut, packageId: 'biz-future-basic' })
  const unconfirmed = await app.quickMember()
  await app.rows("insert into notification_choice values ($1, 'news', 'email', true, now())", unconfirmed.id)
  const young = await givenReader({ young: true })
  await app.rows(
    'update purchase set member_id = $1 where id = (select id from purchase where member_id = $2)',
    young.id,
    optedOut.id,
  )
  const sendingId = randomUUID()

  await send('Once', sendingId)
  await send('Once', sendingId)

  const receivedCounts = [buyer, optedIn, undecided, optedOut, unconfirmed, young].map(
    (member) => findReceived(member, 'Once').length,
  )
  expect(receivedCounts).toEqual([1, 1, 0, 0, 0, 0])
  expect(findReceived(administrator, 'Once')).toEqual([])
})

test('unsubscribing takes one click without a login, from the mail program or from the page', async () => {
  const [byProgram, byPage] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await send('Before')
  const [pageEmail] = findReceived(byPage, 'Before')
  const path = unsubscribePath(byProgram, 'Before')

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
  const token = /\/unsubscribe\/([\w-]+)/.exec(pageEmail?.text ?? '')?.[1]
  const clicked = await app.visitor.post(`/api/unsubscribe/${token}`)
  await send('After')

  expect([pressed.statusCode, multipart.statusCode, clicked.status]).toEqual([200, 200, 200])
  expect([findReceived(byProgram, 'After'), findReceived(byPage, 'After')]).toEqual([[], []])
  const { body } = await byPage.get('/api/account')
  expect(body.data.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: false })
  // The token grants no access to the account.
  expect(
    (await app.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(401)
})

test.each<[string, (reader: Member) => Promise<unknown>]>([
  ['unsubscribed', (reader) => app.visitor.post(unsubscribePath(reader, 'Earlier'))],
  [
    'opted out in the profile',
    (reader) =>
      reader.send('PUT', '/api/account/notifications', {
        choices: [{ kind: 'news', channel: 'email', isOn: false }],
      }),
  ],
])('a queued newsletter is neither sent nor counted as given up if the member has %s', async (_, optOut) => {
  const [reader, subscriber] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await send('Earlier')
  await administrator.post('/api/admin/newsletters', { sendingId: randomUUID(), subject: 'Waiting', text: 'x' })
  await app.runJobs({ send: () => Promise.reject(new Error('away')) })

  await optOut(reader)
  await app.rows("update pgboss.job set start_after = now() where state = 'retry'")
  await app.settle()

  expect([findReceived(reader, 'Waiting'), findReceived(subscriber, 'Waiting')]).toMatchObject([[], [{}]])
  expect(await countGivenUpEmails(app.context.db)).toBe(0)
})

test('a newsletter cannot be resent to a member who has unsubscribed', async () => {
  const [reader, subscriber] = [await givenReader({ choice: true }), await givenReader({ choice: true })]
  await send('Again')
  await app.visitor.post(unsubscribePath(reader, 'Again'))
  const resend = async ({ person }: Member) => {
    const [{ id }] = await app.rows("select id from email where recipient = $1 and subject = 'Again'", person.email)
    return administrator.post(`/api/admin/emails/${id}/resend`)
  }

  expect(await resend(reader)).toMatchObject({ status: 409, body: { code: 'unsubscribed' } })
  expect(await resend(subscriber)).toMatchObject({ status: 200 })
  await app.settle()
  expect([findReceived(reader, 'Again').length, findReceived(subscriber, 'Again').length]).toEqual([1, 2])
})

test('a newsletter reaches all recipients across batches', async () => {
  const readerCount = 250
  await app.rows(
    `with created as (
       insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at, email_verified_at)
       select 'many-' || n || '@example.org', 'many-' || n || '@example.org', 'Many', 'Reader', '+447700900123', 'x', 'member', now(), now()
       from generate_series(1, ${readerCount}) n returning id
     ) insert into notification_choice select id, 'news', 'email', true, now() from created`,
  )
  await send('Many')
  const receivedEmails = app.mails.filter(({ to, subject }) => to.startsWith('many-') && subject === 'Many')
  expect(new Set(receivedEmails.map(({ to }) => to)).size).toBe(readerCount)
  expect(receivedEmails).toHaveLength(readerCount)
})
