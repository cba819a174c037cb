import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { noteFigure } from '../support/note-figure.ts'
import { proofSize } from '../support/proof-size.ts'
import { openQueueContext } from '../support/queue-context.ts'
import { type SmtpMoment, type SmtpServer, startSmtpServer } from '../support/smtp-server.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { giveBackWhatTheDeadHeld } from '../support/waiting-mails.ts'

// The process that sends letters dies with kill -9 in the middle of them, and starts again on the same data: every
// letter arrives, and what arrives twice has the same Message-ID, by which mailboxes keep it once.

const kills = proofSize('KILLS', 2)
const MAILS_A_KILL = 12

/** The worst first: the mail server has taken the letter, and the process has not heard so. */
const moments: SmtpMoment[] = ['taken', 'answered', 'named']

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'futureworld-mails-'))
  const site = await startSite({ directory })
  await site.stop()
}, 240_000)

afterAll(() => rm(directory, { recursive: true, force: true }))

test('however often the process is killed while it sends, every letter arrives, and twice only under one Message-ID', {
  timeout: 900_000,
}, async () => {
  await using server = await startSmtpServer()
  const addresses = Array.from({ length: (kills + 1) * MAILS_A_KILL }, (_, index) => `steady-${index}@example.org`)
  await inDatabase((database) => writeLetters(database, addresses))
  const start = () => startSite({ directory, environment: { SMTP_URL: server.url } })

  for (let kill = 0; kill < kills; kill += 1) {
    server.hold()
    const site = await start()
    const death = dieAt(site, server, moments[kill % moments.length] ?? 'taken', 1 + (kill % (MAILS_A_KILL - 5)))
    server.greet()
    await death
    await inDatabase(giveBackWhatTheDeadHeld)
  }
  const site = await start()
  const arrived = () => server.idsByAddress()
  await vi.waitUntil(() => arrived().size === addresses.length, { timeout: 120_000, interval: 50 })
  await site.stop()

  expect([...arrived().keys()].sort()).toEqual(addresses.sort())
  expect([...arrived().values()].filter(({ size }) => size !== 1)).toEqual([])
  const twice = server.received.length - addresses.length
  // Else nobody died with a letter that had been taken.
  expect(twice).toBeGreaterThan(0)
  expect(await inDatabase(countUnsent)).toBe(0)
  const sent = `killed ${kills} times while it sent ${addresses.length} mails: all arrived`
  noteFigure('R12', `${sent}, ${twice} of them twice, each under one Message-ID`, '0 lost; twice only under one ID')
})

function dieAt(site: RunningSite, server: SmtpServer, moment: SmtpMoment, times: number): Promise<unknown> {
  return new Promise((resolve) => server.at(moment, times, () => resolve(site.kill())))
}

async function writeLetters(database: Database, addresses: string[]) {
  const { runner, context } = await openQueueContext(database)
  for (const to of addresses) {
    const letter = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
    await context.db.transaction().execute((tx) => queueMail(tx, context, `crash:${to}`, letter))
  }
  await runner.stop()
}

async function countUnsent({ pool }: Database): Promise<number> {
  const { rows } = await pool.query("select 1 from mail where reason like 'crash:%' and sent_at is null")
  return rows.length
}

async function inDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ directory })
  return work(database).finally(database.close)
}
