import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { openQueueContext } from '../../support/app/queue-context.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import { until } from '../../support/app/until.ts'
import { releaseAbandonedEmails } from '../../support/given/queued-emails.ts'
import { startSmtpServer } from '../../support/site/smtp-server.ts'
import { startSite } from '../../support/site/start-site.ts'

/** Two processes that send the emails in one database, and two more that queue them. */

const { url, drop } = await makeDatabase()
const smtp = await startSmtpServer()
const environment = { DATABASE_URL: url, SMTP_URL: smtp.url }
const sites = await Promise.all([1, 2].map(() => startSite({ environment })))
const [first] = sites as [(typeof sites)[0], (typeof sites)[0]]
const writer = await openWriter()
const writers = [writer, await openWriter()]

afterAll(async () => {
  for (const writer of writers) await writer.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await smtp.leave()
  await drop()
})

/** Opens a database connection and a queue of its own, as a separate process would. */
async function openWriter() {
  const database = await openDatabase({ url })
  const { runner, context } = await openQueueContext(database)
  return {
    database,
    write: (to: string) =>
      context.db.transaction().execute((tx) => {
        const email = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
        return queueEmail(tx, context, `once:${to}`, email)
      }),
    async close() {
      await runner.stop()
      await database.close()
    },
  }
}

const addresses = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}@example.org`)
const receivedFor = (recipients: string[]) => smtp.received.filter(({ to }) => recipients.includes(to))

test('if several processes queue an email for the same reason, it is sent once', async () => {
  const recipients = addresses('once', 40)
  await Promise.all(recipients.flatMap((to) => [...writers, ...writers].map((writer) => writer.write(to))))
  await until(() => receivedFor(recipients).length >= recipients.length)
  await untilAllSent()

  expect(
    receivedFor(recipients)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(recipients.sort())
})

test('if a process is killed while sending emails, the other process sends them with the same Message-IDs', async () => {
  const recipients = addresses('taken-over', 40)
  const death = new Promise((resolve) => smtp.at('taken', 10, () => resolve(first.kill())))
  await Promise.all(recipients.map((to) => writer.write(to)))
  await death
  await until(() => new Set(receivedFor(recipients).map(({ to }) => to)).size >= recipients.length - 5)
  await releaseAbandonedEmails(writer.database)
  await untilAllSent()

  expect([...smtp.idsByAddress().keys()]).toEqual(expect.arrayContaining(recipients))
  for (const to of recipients) expect(smtp.idsByAddress().get(to)?.size).toBe(1)
})

/** Waits until no email is queued or being sent. */
function untilAllSent() {
  const countUnsent = async () => {
    const { rows } = await writer.database.pool.query('select 1 from email_delivery where sent_at is null')
    return rows.length
  }
  return until(async () => (await countUnsent()) === 0)
}
