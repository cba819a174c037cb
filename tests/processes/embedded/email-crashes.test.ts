import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { openQueueContext } from '../../support/app/queue-context.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { until } from '../../support/app/until.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { stressTestSize } from '../../support/proof/stress-test-size.ts'
import { type SmtpMoment, type SmtpServer, startSmtpServer } from '../../support/site/smtp-server.ts'
import { type RunningSite, startSite } from '../../support/site/start-site.ts'

// Kills the sending process with kill -9 and restarts it on the same data. Every email must arrive, and duplicates must
// have the same Message-ID, so that mailboxes drop them.

const kills = stressTestSize('KILLS', 1)
const EMAILS_PER_KILL = 12

/** The worst moment comes first: the mail server has accepted the email, but the process has not yet been told. */
const smtpMoments: SmtpMoment[] = ['taken', 'answered', 'named']

const directory = await newSiteDirectory(afterAll)

test('after kill -9 during sending, every email arrives, and duplicates share one Message-ID', async () => {
  await using server = await startSmtpServer()
  const addresses = Array.from({ length: (kills + 1) * EMAILS_PER_KILL }, (_, index) => `steady-${index}@example.org`)
  await withDatabase((database) => queueEmails(database, addresses))
  const start = () => startSite({ directory, environment: { SMTP_URL: server.url } })

  for (let kill = 0; kill < kills; kill += 1) {
    server.hold()
    const site = await start()
    const death = killAt(
      site,
      server,
      smtpMoments[kill % smtpMoments.length] ?? 'taken',
      1 + (kill % (EMAILS_PER_KILL - 5)),
    )
    server.greet()
    await death
  }
  const site = await start()
  const receivedIds = () => server.idsByAddress()
  await until(() => receivedIds().size === addresses.length)
  await site.stop()

  expect([...receivedIds().keys()].sort()).toEqual(addresses.sort())
  expect([...receivedIds().values()].filter(({ size }) => size !== 1)).toEqual([])
  const duplicates = server.received.length - addresses.length
  // Duplicates prove that a process was killed after the mail server had accepted its email.
  expect(duplicates).toBeGreaterThan(0)
  expect(await withDatabase(countUnsent)).toBe(0)
  const summary = `killed ${kills} times while it sent ${addresses.length} emails: all arrived`
  recordMeasurement(
    'R12',
    `${summary}, ${duplicates} of them twice with the same Message-ID`,
    '0 lost; duplicates only with the same ID',
  )
})

function killAt(site: RunningSite, server: SmtpServer, moment: SmtpMoment, times: number): Promise<unknown> {
  return new Promise((resolve) => server.at(moment, times, () => resolve(site.kill())))
}

async function queueEmails(database: Database, addresses: string[]) {
  const { runner, context } = await openQueueContext(database)
  for (const to of addresses) {
    const email = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
    await context.db.transaction().execute((tx) => queueEmail(tx, context, `crash:${to}`, email))
  }
  await runner.stop()
}

async function countUnsent({ pool }: Database): Promise<number> {
  const { rows } = await pool.query("select 1 from email where reason like 'crash:%' and sent_at is null")
  return rows.length
}

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ directory })
  return work(database).finally(database.close)
}
