import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailTransport } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'

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
