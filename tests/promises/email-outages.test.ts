import { expect, test } from 'vitest'
import { jobs } from '#app/server/jobs.ts'
import { queueEmail, sendEmailQueue } from '#platform/server/email/queue-email.ts'
import { sendEmail } from '#platform/server/email/send-email.ts'
import { smtpTransport } from '#platform/server/email/transport.ts'
import { createJobHandler, openJobs } from '#platform/server/jobs/jobs.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { ageQueuedEmails, secondsToNextAttempt } from '../support/given/queued-emails.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'
import { isStressTest } from '../support/proof/stress-test-size.ts'
import { startSmtpServer } from '../support/site/smtp-server.ts'

// Simulates a mail server that refuses every connection. The queue's retry delays are the real ones, but the tests skip
// the waiting.

const MINUTE = 60
const DAY = 86_400

const outages = [
  { duration: 'ten minutes', seconds: 10 * MINUTE, min: 6, max: 7 },
  { duration: 'a day', seconds: DAY, min: 50, max: 60 },
  // Outages longer than this are not covered: the queue abandons an email some hours later.
  ...(isStressTest ? [{ duration: 'three days', seconds: 3 * DAY, min: 140, max: 155 }] : []),
]

test.each(outages)(
  'after an outage of $duration, the mail server receives every email once',
  async ({ duration, seconds, min, max }) => {
    await using app = await startApp()
    await using server = await startSmtpServer()
    const addresses = Array.from({ length: 5 }, (_, index) => `patient-${index}@example.org`)
    await server.leave()
    for (const to of addresses) {
      const email = { to, subject: `For ${to}`, text: 'Hello', html: '<p>Hello</p>' }
      await queueEmail(app.context.db, app.context, `away:${to}`, email)
    }
    await using sender = await openSender(app, server.url)

    await sender.sendFor(seconds)
    expect(server.received).toEqual([])
    const tried = await app.rows('select attempts, failure from email_delivery')
    expect(new Set(tried.map(({ failure }) => failure))).toEqual(new Set(['We couldn’t reach the mail server.']))
    for (const { attempts } of tried) {
      expect(attempts).toBeGreaterThanOrEqual(min)
      expect(attempts).toBeLessThanOrEqual(max)
    }

    await server.come()
    // After an outage, emails wait no longer than the outage itself lasted, and never more than half an hour.
    await sender.sendFor(Math.min(seconds + MINUTE, 30 * MINUTE))
    expect(server.received.map(({ to }) => to).sort()).toEqual(addresses.sort())
    expect(await app.rows('select 1 from email where sent_at is null')).toEqual([])
    recordMeasurement(
      'R12',
      `mail server unavailable for ${duration}: ${addresses.length} of ${addresses.length} emails arrived, once each`,
      'every email, once',
    )
  },
)

/** Sends emails when they are due, as a site process does. */
async function openSender(app: TestApp, url: string) {
  const transport = smtpTransport(url, 'hello@example.org', 'example.org')
  const runner = await openJobs(app.database, jobs, app.context.log)
  const deliveries = createJobHandler(sendEmailQueue, ({ mailId }) => sendEmail(app.context, transport, mailId))
  return {
    /** Simulates this many seconds by jumping from one due time to the next. */
    async sendFor(seconds: number) {
      for (let remaining = seconds; remaining > 0; ) {
        await runner.drain([deliveries])
        const step = Math.min((await secondsToNextAttempt(app.database)) ?? remaining, remaining)
        await ageQueuedEmails(app.database, step)
        app.clock.advance({ seconds: step })
        remaining -= step
      }
    },
    [Symbol.asyncDispose]: runner.stop,
  }
}
