import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { queueEmail, sendEmailQueue } from './queue-email.ts'
import { describeFailure, sendEmail } from './send-email.ts'
import type { EmailTransport } from './transport.ts'

const app = await startApp()
afterAll(app.close)

const emailTo = (to: string) => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
const findSent = (to: string) => app.mails.filter((mail) => mail.to === to)
const findEmailId = async (reason: string) => (await app.rows('select id from email where reason = $1', reason))[0]?.id

test('an email is sent once per reason, however often it is queued', async () => {
  for (let time = 0; time < 3; time += 1)
    await queueEmail(app.context.db, app.context, 'reason:1', emailTo('one@example.org'))
  await Promise.all(
    Array.from({ length: 3 }, () => queueEmail(app.context.db, app.context, 'reason:1', emailTo('one@example.org'))),
  )
  await app.settle()

  expect(findSent('one@example.org')).toEqual([emailTo('one@example.org')])
  const [{ sent_at }] = await app.rows("select sent_at from email where reason = 'reason:1'")
  expect(sent_at).toBeInstanceOf(Date)
})

test('an email queued in a rolled-back transaction is not sent', async () => {
  const rolledBack = app.context.db.transaction().execute(async (tx) => {
    await queueEmail(tx, app.context, 'reason:undone', emailTo('undone@example.org'))
    throw new Error('undone')
  })
  await expect(rolledBack).rejects.toThrow('undone')
  await app.settle()

  expect(findSent('undone@example.org')).toEqual([])
  expect(await app.rows("select 1 from email where reason = 'reason:undone'")).toEqual([])
})

test('an email is retried while the mail server is unavailable, and marked as sent only once it is sent', async () => {
  await queueEmail(app.context.db, app.context, 'reason:retry', emailTo('retry@example.org'))
  const id = await findEmailId('reason:retry')
  const isSent = async () => (await app.rows('select sent_at from email where id = $1', id))[0].sent_at !== null
  let attempts = 0
  const flaky: EmailTransport = {
    async send() {
      attempts += 1
      if (attempts < 3) throw new Error('421 try again later')
    },
  }

  for (let round = 0; round < 4; round += 1) {
    expect(await isSent()).toBe(attempts >= 3)
    await app.runJobs(flaky)
  }

  expect(attempts).toBe(3)
  expect(await isSent()).toBe(true)
})

test('an expired email is not sent, and the content of an expiring one is deleted once sent', async () => {
  const to = 'brief@example.org'
  const now = app.context.now().getTime()
  const queue = (reason: string, remainingMs: number) =>
    queueEmail(app.context.db, app.context, reason, emailTo(to), { expiresAt: new Date(now + remainingMs) })
  await queue('reason:over', 0)
  await queue('reason:in-time', 60_000)
  await app.settle()

  expect(findSent(to)).toEqual([emailTo(to)])
  const storedEmailsQuery =
    'select reason, text_body, html_body, sent_at is null as waits from email where recipient = $1 order by 1'
  expect(await app.rows(storedEmailsQuery, to)).toEqual([
    { reason: 'reason:in-time', text_body: '', html_body: '', waits: false },
    { reason: 'reason:over', text_body: 'Hello', html_body: '<p>Hello</p>', waits: true },
  ])
})

test('sending a deleted email does nothing', async () => {
  await sendEmail(
    app.context,
    { send: () => Promise.reject(new Error('sent')) },
    '00000000-0000-4000-8000-000000000000',
  )
})

test('an attachment is sent with its email, and deleted with an expiring one', async () => {
  const to = 'files@example.org'
  const attachments = [{ name: 'session.ics', type: 'text/calendar; charset=utf-8; method=REQUEST', content: 'BEGIN' }]
  const email = { ...emailTo(to), attachments }
  const expiresAt = new Date(app.context.now().getTime() + 60_000)
  await queueEmail(app.context.db, app.context, 'reason:file', email)
  await queueEmail(app.context.db, app.context, 'reason:brief-file', email, { expiresAt })
  await app.settle()

  expect(findSent(to)).toEqual([email, email])
  expect(await app.rows('select reason, attachments from email where recipient = $1 order by 1', to)).toEqual([
    { reason: 'reason:brief-file', attachments: [] },
    { reason: 'reason:file', attachments },
  ])
})

const findDelivery = async (reason: string) =>
  (
    await app.rows(
      'select attempts, failure, attempting_since, delivery.sent_at from email_delivery delivery join email on email.id = email_id where reason = $1',
      reason,
    )
  )[0]

test('each attempt is counted, and the stored failure contains no personal data', async () => {
  await queueEmail(app.context.db, app.context, 'reason:refused', emailTo('secret@example.org'))
  const refusal = Object.assign(new Error('550 <secret@example.org> is unknown'), { responseCode: 550 })

  await app.runJobs({ send: () => Promise.reject(refusal) })
  await app.runJobs({ send: () => Promise.reject(refusal) })

  const failure = 'The mail server rejected the email with code 550.'
  expect(await findDelivery('reason:refused')).toEqual({ attempts: 2, failure, attempting_since: null, sent_at: null })
  const [{ output }] = await app.rows(
    "select output::text from pgboss.job where name = 'send-email' and data->>'mailId' = $1",
    await findEmailId('reason:refused'),
  )
  expect(output).not.toContain('secret')
})

test('retry delays grow from five seconds to half an hour, for over three days', async () => {
  const { retryDelay = 0, retryDelayMax = 0, retryLimit } = sendEmailQueue
  let minTotalDelay = 0
  for (let retry = 0; retry < retryLimit; retry += 1) minTotalDelay += Math.min(retryDelay * 2 ** retry, retryDelayMax)
  expect([retryDelay, retryDelayMax]).toEqual([5, 1_800])
  expect(minTotalDelay).toBeGreaterThan(3 * 86_400)

  await queueEmail(app.context.db, app.context, 'reason:growing', emailTo('growing@example.org'))
  const waits: number[] = []
  for (let round = 0; round < 10; round += 1) {
    await app.runJobs({ send: () => Promise.reject(new Error('away')) })
    const [{ wait }] = await app.rows(
      "select extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'send-email' and data->>'mailId' = $1",
      await findEmailId('reason:growing'),
    )
    waits.push(wait)
  }
  // Jitter at most doubles the delay; the test itself takes a little time.
  for (const [round, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan(Math.min(5 * 2 ** round, 1_800) - 3)
    expect(wait).toBeLessThanOrEqual(Math.min(10 * 2 ** round, 1_800))
  }
})

test('an email is never sent twice or concurrently, and an abandoned attempt is taken over', async () => {
  await queueEmail(app.context.db, app.context, 'reason:held', emailTo('held@example.org'))
  const id = await findEmailId('reason:held')
  const sending = Promise.withResolvers<void>()
  let sends = 0
  const slow: EmailTransport = {
    send() {
      sends += 1
      return sending.promise
    },
  }
  const first = sendEmail(app.context, slow, id)
  await expect.poll(() => sends).toBe(1)

  await expect(sendEmail(app.context, slow, id)).rejects.toThrow('in progress')
  expect(sends).toBe(1)
  sending.resolve()
  await first
  await sendEmail(app.context, slow, id)
  expect(sends).toBe(1)

  await queueEmail(app.context.db, app.context, 'reason:dead', emailTo('dead@example.org'))
  await app.rows(
    "update email_delivery set attempting_since = now() - interval '5 minutes', attempts = 1 where email_id = $1",
    await findEmailId('reason:dead'),
  )
  await app.settle()
  expect(findSent('dead@example.org')).toHaveLength(1)
})

test('if the mail server does not respond, members can still register', async () => {
  await queueEmail(app.context.db, app.context, 'reason:silent', emailTo('silent@example.org'))
  const smtpReply = Promise.withResolvers<void>()
  let sends = 0
  const silent: EmailTransport = {
    send() {
      sends += 1
      return smtpReply.promise
    },
  }
  const sending = app.runJobs(silent)
  await expect.poll(() => sends).toBe(1)

  const { person } = await app.member()
  expect(await app.rows('select 1 from email where recipient = $1 and sent_at is null', person.email)).not.toEqual([])
  expect(sends).toBe(1)
  smtpReply.resolve()
  await sending
})

test('each attempt to send an email has the same Message-ID', async () => {
  await queueEmail(app.context.db, app.context, 'reason:same', emailTo('same@example.org'))
  const ids: string[] = []
  const flaky: EmailTransport = {
    async send({ to }, id) {
      if (to === 'same@example.org' && ids.push(id) < 3) throw new Error('away')
    },
  }
  for (let round = 0; round < 3; round += 1) await app.runJobs(flaky)
  expect(ids).toEqual(Array.from({ length: 3 }, () => ids[0]))
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'We couldn’t reach the mail server.'],
  [{ code: 'EENVELOPE', responseCode: 451 }, 'The mail server rejected the email with code 451.'],
  [new Error('ada@example.org'), 'We couldn’t send the email.'],
  ['ada@example.org', 'We couldn’t send the email.'],
])('a failed delivery is described in our own words', (error, description) => {
  expect(describeFailure(error)).toBe(description)
})

test('an email queued by the previous version, without a delivery row, is sent', async () => {
  await queueEmail(app.context.db, app.context, 'reason:before', emailTo('before@example.org'))
  const id = await findEmailId('reason:before')
  await app.rows('delete from email_delivery where email_id = $1', id)
  await app.settle()
  expect(findSent('before@example.org')).toHaveLength(1)
  expect(await app.rows('select sent_at is not null as sent from email_delivery where id = $1', id)).toEqual([
    { sent: true },
  ])
})
