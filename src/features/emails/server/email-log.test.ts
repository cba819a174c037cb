import { afterAll, expect, test } from 'vitest'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

async function givenEmail(to: string, options: Parameters<typeof queueEmail>[4] = {}) {
  app.clock.advance({ seconds: 1 })
  const email = { to, subject: `For ${to}`, text: 'x', html: 'x' }
  await queueEmail(app.context.db, app.context, `test:${to}`, email, options)
}

const list = async (query = '') => (await administrator.get(`/api/admin/emails${query}`)).body.data
const recipients = ({ items }: { items: { recipient: string }[] }) => items.map(({ recipient }) => recipient)

test('the email log shows recipients and delivery states, newest first', async () => {
  await givenEmail('sent@example.org')
  await app.settle()
  await givenEmail('late@example.org', { expiresAt: app.context.now() })
  await givenEmail('refused@example.org')
  await app.runJobs({ send: () => Promise.reject(Object.assign(new Error('x'), { responseCode: 421 })) })
  await givenEmail('waiting@example.org')

  const firstPage = await list('?limit=2')
  const secondPage = await list(`?limit=2&cursor=${firstPage.nextCursor}`)
  expect([...recipients(firstPage), ...recipients(secondPage)]).toEqual([
    'waiting@example.org',
    'refused@example.org',
    'late@example.org',
    'sent@example.org',
  ])
  expect(secondPage.nextCursor).toBeNull()
  expect(firstPage.items).toMatchObject([
    { state: 'waiting', attempts: 0, failure: null, sentAt: null },
    {
      state: 'retrying',
      attempts: 1,
      failure: 'The mail server rejected the email with code 421.',
      nextAttemptAt: expect.any(String),
    },
  ])
  expect(secondPage.items).toMatchObject([
    { state: 'given-up', nextAttemptAt: null },
    { state: 'sent', attempts: 1, failure: null, nextAttemptAt: null, sentAt: expect.any(String) },
  ])
  expect(recipients(await list('?state=retrying'))).toEqual(['refused@example.org'])
  expect(recipients(await list('?state=given-up'))).toEqual(['late@example.org'])
  expect(recipients(await list('?recipient=WAIT'))).toEqual(['waiting@example.org'])
  expect(recipients(await list('?recipient=%25'))).toEqual([])
})

test('an email is shown as waiting during its first attempt and as retrying after a failure', async () => {
  await givenEmail('slow@example.org')
  const readSlowEmail = async () => (await list('?recipient=slow')).items[0]
  const statesDuringSending: unknown[] = []
  await app.runJobs({
    async send({ to }) {
      if (to === 'slow@example.org') statesDuringSending.push(await readSlowEmail())
      throw new Error('refused')
    },
  })
  expect(statesDuringSending).toMatchObject([{ state: 'waiting', attempts: 1, failure: null }])
  expect(await readSlowEmail()).toMatchObject({ state: 'retrying', failure: 'We couldn’t send the email.' })
})

test('an email with a failed delivery job can be resent', async () => {
  await givenEmail('gone@example.org')
  await app.rows(
    "update pgboss.job set state = 'failed' where id = (select job_id from email_delivery join email on email.id = email_id where recipient = 'gone@example.org')",
  )
  const [email] = (await list('?recipient=gone')).items
  expect(email).toMatchObject({ state: 'given-up' })

  await administrator.post(`/api/admin/emails/${email.id}/resend`)
  await app.settle()
  expect((await list('?recipient=gone')).items).toMatchObject([{ state: 'sent' }])
})

test('every email preview has a subject, text and HTML', async () => {
  const { previews } = (await administrator.get('/api/admin/email-previews')).body.data
  expect(previews.length).toBeGreaterThan(50)
  for (const { subject, text, html } of previews) {
    expect(subject).toBeTruthy()
    expect(text).toContain('-- ')
    expect(html).toContain('<!doctype html>')
  }
})
