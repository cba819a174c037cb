import { expect, test } from 'vitest'
import { jobs } from '#app/server/job-handlers.ts'
import { handles, openJobs } from '#platform/server/jobs.ts'
import { deliverMail } from '#platform/server/mail/deliver-mail.ts'
import { smtpTransport } from '#platform/server/mail/mail-transport.ts'
import { deliverMailJob, queueMail } from '#platform/server/mail/queue-mail.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof } from '../support/proof-size.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { startApp, type TestApp } from '../support/start-app.ts'
import { letMailsWait, secondsToNextAttempt } from '../support/waiting-mails.ts'

// A mail server that is away: its address refuses every connection, for as long as the queue's own waits say. Only the
// waiting itself is left out.

const MINUTE = 60
const DAY = 86_400

const outages = [
  { span: 'ten minutes', seconds: 10 * MINUTE, fewest: 6, most: 7 },
  { span: 'a day', seconds: DAY, fewest: 50, most: 60 },
  // Longer than that nobody promises: the queue gives a letter up some hours later.
  ...(isLongProof ? [{ span: 'three days', seconds: 3 * DAY, fewest: 140, most: 155 }] : []),
]

test.each(outages)(
  'a mail server that is away for $span gets every letter once it is back, each once',
  {
    timeout: 300_000,
  },
  async ({ span, seconds, fewest, most }) => {
    await using app = await startApp()
    await using server = await startSmtpServer()
    const addresses = Array.from({ length: 5 }, (_, index) => `patient-${index}@example.org`)
    await server.leave()
    for (const to of addresses) {
      const letter = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
      await queueMail(app.context.db, app.context, `away:${to}`, letter)
    }
    await using sender = await openSender(app, server.url)

    await sender.sendFor(seconds)
    expect(server.received).toEqual([])
    const tried = await app.rows('select attempts, failure from mail_delivery')
    expect(new Set(tried.map(({ failure }) => failure))).toEqual(new Set(['The mail server could not be reached.']))
    for (const { attempts } of tried) {
      expect(attempts).toBeGreaterThanOrEqual(fewest)
      expect(attempts).toBeLessThanOrEqual(most)
    }

    await server.come()
    // Nobody waits much longer than the mail server was away, and never more than half an hour.
    await sender.sendFor(Math.min(seconds + MINUTE, 30 * MINUTE))
    expect(server.received.map(({ to }) => to).sort()).toEqual(addresses.sort())
    expect(await app.rows('select 1 from mail where sent_at is null')).toEqual([])
    noteFigure(
      'R12',
      `mail server away for ${span}: ${addresses.length} of ${addresses.length} letters came, once each`,
      'every mail, once',
    )
  },
)

/** What a process does with its letters, at the time at which they are due. */
async function openSender(app: TestApp, url: string) {
  const transport = smtpTransport(url, 'hello@example.org', 'example.org')
  const runner = await openJobs(app.database, jobs, app.context.log)
  const deliveries = handles(deliverMailJob, ({ mailId }) => deliverMail(app.context, transport, mailId))
  return {
    /** As if it did so for that long: from one time at which a letter is due to the next. */
    async sendFor(seconds: number) {
      for (let left = seconds; left > 0; ) {
        await runner.drain([deliveries])
        const step = Math.min((await secondsToNextAttempt(app.database)) ?? left, left)
        await letMailsWait(app.database, step)
        app.clock.advance({ seconds: step })
        left -= step
      }
    },
    [Symbol.asyncDispose]: runner.stop,
  }
}
