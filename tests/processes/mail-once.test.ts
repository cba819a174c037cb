import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { openQueueContext } from '../support/queue-context.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { startSite } from '../support/start-site.ts'
import { giveBackWhatTheDeadHeld } from '../support/waiting-mails.ts'

/** Two processes that send the mails of one database, and two more that write them. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('Two processes need a database server: npm run test:postgres')
const { server } = image
const name = `${image.template}_${randomUUID().slice(0, 8)}`
await runOnServer(server, `create database ${name} template ${image.template}`)
const address = databaseAddress(server, name)
const smtp = await startSmtpServer()
const environment = { DATABASE_URL: address, SMTP_URL: smtp.url }
const sites = await Promise.all([1, 2].map(() => startSite({ environment })))
const [first] = sites as [(typeof sites)[0], (typeof sites)[0]]
const writer = await openWriter()
const writers = [writer, await openWriter()]

afterAll(async () => {
  for (const writer of writers) await writer.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await smtp.leave()
  await runOnServer(server, `drop database ${name} with (force)`)
})

/** What writes mails in a process: a database and a queue of its own. */
async function openWriter() {
  const database = await openDatabase({ url: address })
  const { runner, context } = await openQueueContext(database)
  return {
    database,
    write: (to: string) =>
      context.db.transaction().execute((tx) => {
        const letter = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
        return queueMail(tx, context, `once:${to}`, letter)
      }),
    async close() {
      await runner.stop()
      await database.close()
    },
  }
}

const addresses = (of: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${of}-${index}@example.org`)
const arrivedOf = (all: string[]) => smtp.received.filter(({ to }) => all.includes(to))

test('a letter that several processes write about the same goes out once, whichever of them sends', async () => {
  const all = addresses('once', 40)
  await Promise.all(all.flatMap((to) => [...writers, ...writers].map((writer) => writer.write(to))))
  await vi.waitUntil(() => arrivedOf(all).length >= all.length, { timeout: 30_000 })
  await isQuiet()

  expect(
    arrivedOf(all)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(all.sort())
})

test('what a process held when it died is sent by the other, under the same Message-ID', async () => {
  const all = addresses('taken-over', 40)
  const death = new Promise((resolve) => smtp.at('taken', 10, () => resolve(first.kill())))
  await Promise.all(all.map((to) => writer.write(to)))
  await death
  await vi.waitUntil(() => new Set(arrivedOf(all).map(({ to }) => to)).size >= all.length - 5, { timeout: 30_000 })
  await giveBackWhatTheDeadHeld(writer.database)
  await isQuiet()

  expect([...smtp.idsByAddress().keys()]).toEqual(expect.arrayContaining(all))
  for (const to of all) expect(smtp.idsByAddress().get(to)?.size).toBe(1)
})

/** Nothing waits, and nothing is in anybody's hands. */
function isQuiet() {
  const left = async () => {
    const { rows } = await writer.database.pool.query('select 1 from mail_delivery where sent_at is null')
    return rows.length
  }
  return vi.waitUntil(async () => (await left()) === 0, { timeout: 30_000, interval: 100 })
}
