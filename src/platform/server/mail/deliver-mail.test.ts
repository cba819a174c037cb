import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { deliverMail } from './deliver-mail.ts'
import { describeFailure } from './delivery-failure.ts'
import type { MailTransport } from './mail-transport.ts'
import { deliverMailJob, queueMail } from './queue-mail.ts'

const app = await startApp()
afterAll(app.close)

const letterTo = (to: string) => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
const sentTo = (to: string) => app.mails.filter((mail) => mail.to === to)
const idOf = async (reason: string) => (await app.rows('select id from mail where reason = $1', reason))[0]?.id

test('a mail is sent once for a reason, however often it is queued', async () => {
  for (let time = 0; time < 3; time += 1)
    await queueMail(app.context.db, app.context, 'reason:1', letterTo('one@example.org'))
  await Promise.all(
    Array.from({ length: 3 }, () => queueMail(app.context.db, app.context, 'reason:1', letterTo('one@example.org'))),
  )
  await app.settle()

  expect(sentTo('one@example.org')).toEqual([letterTo('one@example.org')])
  const [{ sent_at }] = await app.rows("select sent_at from mail where reason = 'reason:1'")
  expect(sent_at).toBeInstanceOf(Date)
})

test('a mail of a transaction that is undone was never written', async () => {
  const undone = app.context.db.transaction().execute(async (tx) => {
    await queueMail(tx, app.context, 'reason:undone', letterTo('undone@example.org'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await app.settle()

  expect(sentTo('undone@example.org')).toEqual([])
  expect(await app.rows("select 1 from mail where reason = 'reason:undone'")).toEqual([])
})

test('a mail server that is away is asked again later, and the mail is marked when it went out', async () => {
  await queueMail(app.context.db, app.context, 'reason:retry', letterTo('retry@example.org'))
  const id = await idOf('reason:retry')
  const isSent = async () => (await app.rows('select sent_at from mail where id = $1', id))[0].sent_at !== null
  let attempts = 0
  const flaky: MailTransport = {
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

test('a mail that was sent is not sent again by a job that comes twice', async () => {
  await queueMail(app.context.db, app.context, 'reason:twice', letterTo('twice@example.org'))
  await app.settle()
  const transport = { send: async (mail: (typeof app.mails)[number]) => void app.mails.push(mail) }

  await deliverMail(app.context, transport, await idOf('reason:twice'))

  expect(sentTo('twice@example.org')).toHaveLength(1)
})

test('a mail that is too late is not sent, and of one that opens something nothing is kept once it was', async () => {
  const to = 'brief@example.org'
  const now = app.context.now().getTime()
  const queue = (reason: string, left: number) =>
    queueMail(app.context.db, app.context, reason, letterTo(to), { expiresAt: new Date(now + left) })
  await queue('reason:over', 0)
  await queue('reason:in-time', 60_000)
  await app.settle()

  expect(sentTo(to)).toEqual([letterTo(to)])
  const kept = 'select reason, text_body, html_body, sent_at is null as waits from mail where recipient = $1 order by 1'
  expect(await app.rows(kept, to)).toEqual([
    { reason: 'reason:in-time', text_body: '', html_body: '', waits: false },
    { reason: 'reason:over', text_body: 'Hello', html_body: '<p>Hello</p>', waits: true },
  ])
})

test('a mail whose letter is gone is no error', async () => {
  await deliverMail(
    app.context,
    { send: () => Promise.reject(new Error('sent')) },
    '00000000-0000-4000-8000-000000000000',
  )
})

test('a file goes out with its letter, and is forgotten with what opens something', async () => {
  const to = 'files@example.org'
  const attachments = [{ name: 'session.ics', type: 'text/calendar; charset=utf-8; method=REQUEST', content: 'BEGIN' }]
  const letter = { ...letterTo(to), attachments }
  const expiresAt = new Date(app.context.now().getTime() + 60_000)
  await queueMail(app.context.db, app.context, 'reason:file', letter)
  await queueMail(app.context.db, app.context, 'reason:brief-file', letter, { expiresAt })
  await app.settle()

  expect(sentTo(to)).toEqual([letter, letter])
  expect(await app.rows('select reason, attachments from mail where recipient = $1 order by 1', to)).toEqual([
    { reason: 'reason:brief-file', attachments: [] },
    { reason: 'reason:file', attachments },
  ])
})

const deliveryOf = async (reason: string) =>
  (
    await app.rows(
      'select attempts, failure, attempting_since, delivery.sent_at from mail_delivery delivery join mail on mail.id = mail_id where reason = $1',
      reason,
    )
  )[0]

test('each attempt is counted, and why it failed is kept without a word of the mail server about anybody', async () => {
  await queueMail(app.context.db, app.context, 'reason:refused', letterTo('secret@example.org'))
  const refusal = Object.assign(new Error('550 <secret@example.org> is unknown'), { responseCode: 550 })

  await app.runJobs({ send: () => Promise.reject(refusal) })
  await app.runJobs({ send: () => Promise.reject(refusal) })

  const failure = 'The mail server refused it with code 550.'
  expect(await deliveryOf('reason:refused')).toEqual({ attempts: 2, failure, attempting_since: null, sent_at: null })
  const [{ output }] = await app.rows(
    "select output::text from pgboss.job where name = 'deliver-mail' and data->>'mailId' = $1",
    await idOf('reason:refused'),
  )
  expect(output).not.toContain('secret')
})

test('the wait between two attempts grows from five seconds to half an hour, and goes on for three days', async () => {
  const { retryDelay = 0, retryDelayMax = 0, retryLimit } = deliverMailJob
  let shortest = 0
  for (let retry = 0; retry < retryLimit; retry += 1) shortest += Math.min(retryDelay * 2 ** retry, retryDelayMax)
  expect([retryDelay, retryDelayMax]).toEqual([5, 1_800])
  expect(shortest).toBeGreaterThan(3 * 86_400)

  await queueMail(app.context.db, app.context, 'reason:growing', letterTo('growing@example.org'))
  const waits: number[] = []
  for (let round = 0; round < 10; round += 1) {
    await app.runJobs({ send: () => Promise.reject(new Error('away')) })
    const [{ wait }] = await app.rows(
      "select extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'deliver-mail' and data->>'mailId' = $1",
      await idOf('reason:growing'),
    )
    waits.push(wait)
  }
  // By chance up to twice as long, less what the test itself takes.
  for (const [round, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan(Math.min(5 * 2 ** round, 1_800) - 3)
    expect(wait).toBeLessThanOrEqual(Math.min(10 * 2 ** round, 1_800))
  }
})

test('a mail is never in two hands at once, and one whose holder has died is taken over', async () => {
  await queueMail(app.context.db, app.context, 'reason:held', letterTo('held@example.org'))
  const id = await idOf('reason:held')
  const sending = Promise.withResolvers<void>()
  let sends = 0
  const slow: MailTransport = {
    send() {
      sends += 1
      return sending.promise
    },
  }
  const first = deliverMail(app.context, slow, id)
  await expect.poll(() => sends).toBe(1)

  await expect(deliverMail(app.context, slow, id)).rejects.toThrow('under way')
  expect(sends).toBe(1)
  sending.resolve()
  await first
  await deliverMail(app.context, slow, id)
  expect(sends).toBe(1)

  await queueMail(app.context.db, app.context, 'reason:dead', letterTo('dead@example.org'))
  await app.rows(
    "update mail_delivery set attempting_since = now() - interval '5 minutes', attempts = 1 where mail_id = $1",
    await idOf('reason:dead'),
  )
  await app.settle()
  expect(sentTo('dead@example.org')).toHaveLength(1)
})

test('a mail server that keeps silent keeps nobody waiting who does something that a mail tells of', async () => {
  await queueMail(app.context.db, app.context, 'reason:silent', letterTo('silent@example.org'))
  const answer = Promise.withResolvers<void>()
  let sends = 0
  const silent: MailTransport = {
    send() {
      sends += 1
      return answer.promise
    },
  }
  const sending = app.runJobs(silent)
  await expect.poll(() => sends).toBe(1)

  const { person } = await app.member()
  expect(await app.rows('select 1 from mail where recipient = $1 and sent_at is null', person.email)).not.toEqual([])
  expect(sends).toBe(1)
  answer.resolve()
  await sending
})

test('each attempt at a mail has the same Message-ID', async () => {
  await queueMail(app.context.db, app.context, 'reason:same', letterTo('same@example.org'))
  const ids: string[] = []
  const flaky: MailTransport = {
    async send({ to }, id) {
      if (to === 'same@example.org' && ids.push(id) < 3) throw new Error('away')
    },
  }
  for (let round = 0; round < 3; round += 1) await app.runJobs(flaky)
  expect(ids).toEqual(Array.from({ length: 3 }, () => ids[0]))
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'The mail server could not be reached.'],
  [{ code: 'EENVELOPE', responseCode: 451 }, 'The mail server refused it with code 451.'],
  [new Error('ada@example.org'), 'It could not be handed over.'],
  ['ada@example.org', 'It could not be handed over.'],
])('a failure is told in our own words', (error, words) => {
  expect(describeFailure(error)).toBe(words)
})

test('a mail that a process of the version before has queued is delivered, whose deliveries nobody noted', async () => {
  await queueMail(app.context.db, app.context, 'reason:before', letterTo('before@example.org'))
  const id = await idOf('reason:before')
  await app.rows('delete from mail_delivery where mail_id = $1', id)
  await app.settle()
  expect(sentTo('before@example.org')).toHaveLength(1)
  expect(await app.rows('select sent_at is not null as sent from mail_delivery where id = $1', id)).toEqual([
    { sent: true },
  ])
})
