import { afterAll, expect, test } from 'vitest'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

const emailTo = (to: string) => ({ to, subject: 'Your report', text: 'It is ready.', html: '<p>It is ready.</p>' })

async function givenEmail(to: string, options: Parameters<typeof queueEmail>[4] = {}) {
  await queueEmail(app.context.db, app.context, `test:${to}`, emailTo(to), options)
  const [{ id }] = await app.rows('select id from email where recipient = $1', to)
  return { id: id as string, url: `/api/admin/emails/${id}` }
}

const sentTo = (to: string) => app.mails.filter((email) => email.to === to)

test('a resent email has the same content and a separate delivery', async () => {
  const { url } = await givenEmail('twice@example.org')
  await app.settle()

  const answer = await administrator.post(`${url}/resend`)
  await app.settle()

  expect(answer).toMatchObject({ status: 200, body: { message: 'We’re resending this email.' } })
  expect(sentTo('twice@example.org')).toEqual([emailTo('twice@example.org'), emailTo('twice@example.org')])
  const { body } = await administrator.get(url)
  expect(body.data).toMatchObject({
    state: 'sent',
    content: { state: 'kept', text: 'It is ready.', html: '<p>It is ready.</p>' },
    deliveries: [
      { askedBy: 'Ada Lovelace', attempts: 1, sentAt: expect.any(String) },
      { askedBy: null, attempts: 1, sentAt: expect.any(String) },
    ],
  })
  expect(new Set(body.data.deliveries.map(({ id }: { id: string }) => id)).size).toBe(2)
})

test('an email that is being delivered cannot be resent, and concurrent requests resend an email only once', async () => {
  const { url } = await givenEmail('waiting@example.org')
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'still-sending' } })
  await app.settle()

  const answers = await Promise.all([1, 2, 3].map(() => administrator.post(`${url}/resend`)))
  await app.settle()

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(sentTo('waiting@example.org')).toHaveLength(2)
})

test('an email with a one-time link cannot be resent or read by staff', async () => {
  const expiresAt = new Date(app.context.now().getTime() + 60_000)
  const { url } = await givenEmail('link@example.org', { expiresAt })
  const waiting = await administrator.get(url)
  expect(waiting.body.data.content).toEqual({ state: 'withheld' })
  expect(JSON.stringify(waiting.body)).not.toContain('ready')
  await app.settle()

  expect((await administrator.get(url)).body.data.content).toEqual({ state: 'deleted' })
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'link-expired' } })
})

test('a purged email is shown as deleted and cannot be resent', async () => {
  const { url, id } = await givenEmail('old@example.org')
  await app.settle()
  await app.rows("update email set recipient = '', subject = '', text_body = '', html_body = '' where id = $1", id)

  expect((await administrator.get(url)).body.data).toMatchObject({ recipient: '', content: { state: 'deleted' } })
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'content-deleted' } })
})

test('an email can be resent ten times a day', async () => {
  const { url } = await givenEmail('flood@example.org')
  await app.settle()
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    statuses.push((await administrator.post(`${url}/resend`)).status)
    await app.settle()
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  expect(sentTo('flood@example.org')).toHaveLength(11)
})
