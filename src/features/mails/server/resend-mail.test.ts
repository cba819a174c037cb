import { afterAll, expect, test } from 'vitest'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

const letterTo = (to: string) => ({ to, subject: 'Your report', text: 'It is ready.', html: '<p>It is ready.</p>' })

async function givenMail(to: string, options: Parameters<typeof queueMail>[4] = {}) {
  await queueMail(app.context.db, app.context, `test:${to}`, letterTo(to), options)
  const [{ id }] = await app.rows('select id from mail where recipient = $1', to)
  return { id: id as string, url: `/api/admin/mails/${id}` }
}

const sentTo = (to: string) => app.mails.filter((mail) => mail.to === to)

test('staff send a mail once more: the same words, as a delivery of its own', async () => {
  const { url } = await givenMail('twice@example.org')
  await app.settle()

  const answer = await administrator.post(`${url}/resend`)
  await app.settle()

  expect(answer).toMatchObject({ status: 200, body: { message: 'The mail goes out once more.' } })
  expect(sentTo('twice@example.org')).toEqual([letterTo('twice@example.org'), letterTo('twice@example.org')])
  const { body } = await administrator.get(url)
  expect(body.data).toMatchObject({
    state: 'sent',
    words: { state: 'kept', text: 'It is ready.', html: '<p>It is ready.</p>' },
    deliveries: [
      { askedBy: 'Ada Lovelace', attempts: 1, sentAt: expect.any(String) },
      { askedBy: null, attempts: 1, sentAt: expect.any(String) },
    ],
  })
  expect(new Set(body.data.deliveries.map(({ id }: { id: string }) => id)).size).toBe(2)
})

test('a mail that is on its way is not sent beside it, however often it is asked for at once', async () => {
  const { url } = await givenMail('waiting@example.org')
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'still-under-way' } })
  await app.settle()

  const answers = await Promise.all([1, 2, 3].map(() => administrator.post(`${url}/resend`)))
  await app.settle()

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(sentTo('waiting@example.org')).toHaveLength(2)
})

test('a letter with a link that works once is not sent again, and nobody reads its words before it is sent', async () => {
  const expiresAt = new Date(app.context.now().getTime() + 60_000)
  const { url } = await givenMail('link@example.org', { expiresAt })
  const waiting = await administrator.get(url)
  expect(waiting.body.data.words).toEqual({ state: 'withheld' })
  expect(JSON.stringify(waiting.body)).not.toContain('ready')
  await app.settle()

  expect((await administrator.get(url)).body.data.words).toEqual({ state: 'forgotten' })
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'link-is-over' } })
})

test('a mail whose words are forgotten says so, and is not sent again', async () => {
  const { url, id } = await givenMail('old@example.org')
  await app.settle()
  await app.rows("update mail set recipient = '', subject = '', text_body = '', html_body = '' where id = $1", id)

  expect((await administrator.get(url)).body.data).toMatchObject({ recipient: '', words: { state: 'forgotten' } })
  expect(await administrator.post(`${url}/resend`)).toMatchObject({ status: 409, body: { code: 'words-forgotten' } })
})

test('a mail that was sent again and again goes out no more that day', async () => {
  const { url } = await givenMail('flood@example.org')
  await app.settle()
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    statuses.push((await administrator.post(`${url}/resend`)).status)
    await app.settle()
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  expect(sentTo('flood@example.org')).toHaveLength(11)
})
