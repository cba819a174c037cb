import { afterAll, expect, test } from 'vitest'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

async function givenMail(to: string, options: Parameters<typeof queueMail>[4] = {}) {
  app.clock.advance({ seconds: 1 })
  const letter = { to, subject: `For ${to}`, text: 'x', html: 'x' }
  await queueMail(app.context.db, app.context, `test:${to}`, letter, options)
}

const list = async (query = '') => (await administrator.get(`/api/admin/mails${query}`)).body.data
const recipients = ({ items }: { items: { recipient: string }[] }) => items.map(({ recipient }) => recipient)

test('staff see what was written to whom, newest first, page by page, and how each mail stands', async () => {
  await givenMail('sent@example.org')
  await app.settle()
  await givenMail('late@example.org', { expiresAt: app.context.now() })
  await givenMail('refused@example.org')
  await app.runJobs({ send: () => Promise.reject(Object.assign(new Error('x'), { responseCode: 421 })) })
  await givenMail('waiting@example.org')

  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.nextCursor}`)
  expect([...recipients(first), ...recipients(second)]).toEqual([
    'waiting@example.org',
    'refused@example.org',
    'late@example.org',
    'sent@example.org',
  ])
  expect(second.nextCursor).toBeNull()
  expect(first.items).toMatchObject([
    { state: 'waiting', attempts: 0, failure: null, sentAt: null },
    {
      state: 'retrying',
      attempts: 1,
      failure: 'The mail server refused it with code 421.',
      nextAttemptAt: expect.any(String),
    },
  ])
  expect(second.items).toMatchObject([
    { state: 'given-up', nextAttemptAt: null },
    { state: 'sent', attempts: 1, failure: null, nextAttemptAt: null, sentAt: expect.any(String) },
  ])
  expect(recipients(await list('?state=retrying'))).toEqual(['refused@example.org'])
  expect(recipients(await list('?state=given-up'))).toEqual(['late@example.org'])
  expect(recipients(await list('?recipient=WAIT'))).toEqual(['waiting@example.org'])
  expect(recipients(await list('?recipient=%25'))).toEqual([])
})

test('a mail that the queue has given up is shown as given up, and staff can send it once more', async () => {
  await givenMail('gone@example.org')
  await app.rows(
    "update pgboss.job set state = 'failed' where id = (select job_id from mail_delivery join mail on mail.id = mail_id where recipient = 'gone@example.org')",
  )
  const [mail] = (await list('?recipient=gone')).items
  expect(mail).toMatchObject({ state: 'given-up' })

  await administrator.post(`/api/admin/mails/${mail.id}/resend`)
  await app.settle()
  expect((await list('?recipient=gone')).items).toMatchObject([{ state: 'sent' }])
})

test('staff see every kind of letter with invented data, in the name of the company', async () => {
  const { letters } = (await administrator.get('/api/admin/mail-examples')).body.data
  expect(letters.length).toBeGreaterThan(50)
  for (const { subject, text, html } of letters) {
    expect(subject).toBeTruthy()
    expect(text).toContain('-- ')
    expect(html).toContain('<!doctype html>')
  }
})
