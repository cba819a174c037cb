import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { reconcilePayments } from '#features/payments/server/public.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { queueEmail, sendEmailQueue } from '#platform/server/email/queue-email.ts'
import { readMetrics } from '#tests/support/app/read-metrics.ts'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor } from '#tests/support/given/checkout.ts'
import { recordBackup } from '../backup/store.ts'
import { openMetrics } from './metrics.ts'

const email = { to: 'canary@example.org', subject: 'News', text: 'Hello', html: '<p>Hello</p>' }

test('requests are counted by route pattern, and metrics contain no addresses', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  await app.visitor.get('/api/packages?canary-question')
  await ada.get('/api/purchases/canary-purchase')
  await app.visitor.get('/api/canary-nothing')
  await app.visitor.get('/calendar/canary-token.ics')
  await app.visitor.get('/api/%canary')

  const { text, read } = await readMetrics(app.url)

  const countRequests = (labels: string) => read('futureworld_http_request_duration_seconds_count', labels)
  expect(countRequests('method="GET",route="/api/packages",status="2xx"')).toBe(1)
  expect(countRequests('method="GET",route="/api/purchases/:purchaseId",status="4xx"')).toBe(1)
  expect(countRequests('method="GET",route="/api/*",status="4xx"')).toBe(1)
  expect(countRequests('method="GET",route="/calendar/:file",status="4xx"')).toBe(1)
  expect(text).not.toContain('canary')
})

test('metrics show how many jobs are waiting, and for how long', async () => {
  await using app = await startApp()
  const { db, jobs } = app.context
  await jobs.send(db, sendEmailQueue, { mailId: crypto.randomUUID() })
  await jobs.send(db, sendEmailQueue, { mailId: crypto.randomUUID() })
  await app.rows("update pgboss.job set start_after = now() - interval '10 minutes' where name = 'send-email'")
  await jobs.send(db, sendEmailQueue, { mailId: crypto.randomUUID() })
  await app.rows(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'send-email' and start_after > now() - interval '1 minute'",
  )

  const { read } = await readMetrics(app.url)

  expect(read('futureworld_queue_jobs', 'queue="send-email",state="due"')).toBe(2)
  expect(read('futureworld_queue_jobs', 'queue="send-email",state="later"')).toBe(1)
  expect(read('futureworld_queue_oldest_due_seconds', 'queue="send-email"')).toBeCloseTo(600, -2)
  expect(read('futureworld_queue_jobs', 'queue="send-refund",state="due"')).toBe(0)
  expect(read('futureworld_database_up')).toBe(1)
})

test('metrics show waiting emails and abandoned emails', async () => {
  await using app = await startApp()
  const { context } = app
  const queueWithReason = (reason: string) =>
    context.db.transaction().execute((tx) => queueEmail(tx, context, reason, email))
  await queueWithReason('waits')
  await queueWithReason('given-up')
  await queueWithReason('sent')
  await app.rows("update pgboss.job set created_on = now() - interval '10 minutes'")
  await app.rows("update email set sent_at = now() where reason = 'sent'")
  await app.rows(
    `delete from pgboss.job where id in (
       select job_id from email_delivery join email on email.id = email_id where reason in ('given-up', 'sent'))`,
  )

  const { text, read } = await readMetrics(app.url)

  expect([read('futureworld_emails_waiting'), read('futureworld_emails_given_up')]).toEqual([1, 1])
  expect(read('futureworld_email_oldest_waiting_seconds')).toBeCloseTo(600, -2)
  expect(text).not.toContain('canary')
})

test('metrics show waiting webhook events and open payment anomalies', async () => {
  await using app = await startApp()
  await app.rows(
    `insert into stripe_event (id, type, received_at, failures) values
       ('evt_waits', 'invoice.paid', now() - interval '10 minutes', 4),
       ('evt_of_a_person', 'invoice.paid', now() - interval '10 days', 5)`,
  )
  await app.rows(
    `insert into payment_anomaly (kind, subject, detail, found_at, resolved_at, resolution) values
       ('event-failed', 'evt_of_a_person', '{}', now(), null, null), ('event-failed', 'evt_before', '{}', now(), now(), 'Done')`,
  )

  const { read } = await readMetrics(app.url)

  expect(read('futureworld_webhook_events_waiting')).toBe(1)
  expect(read('futureworld_webhook_oldest_waiting_seconds')).toBeCloseTo(600, -2)
  expect(read('futureworld_payment_anomalies_open')).toBe(1)
  expect(read('futureworld_reconciliation_age_seconds')).toBeUndefined()
  expect(read('futureworld_backup_age_seconds')).toBeUndefined()
})

test('a reconciliation that could not fetch missed events does not count as complete', async () => {
  await using app = await startApp()
  const listMissedEvents = () => Promise.reject(new Error('away'))
  await reconcilePayments({ ...app.context, provider: { ...app.provider, listMissedEvents } })
  expect((await readMetrics(app.url)).read('futureworld_reconciliation_age_seconds')).toBeUndefined()
})

test('metrics show the webhook handling time and the age of the last complete reconciliation', async () => {
  await using app = await startApp()
  await payFor(app, await app.quickMember())
  await app.settle()
  await app.run('reconcile-payments')

  const { read } = await readMetrics(app.url)

  expect(read('futureworld_webhook_handling_seconds_count')).toBeGreaterThan(0)
  expect(read('futureworld_webhook_handling_seconds_bucket', 'le="60"')).toBe(
    read('futureworld_webhook_handling_seconds_count'),
  )
  expect(read('futureworld_reconciliation_age_seconds')).toBeLessThan(60)
  expect(read('futureworld_webhook_oldest_waiting_seconds')).toBe(0)
})

test('metrics show the age of the last backup', async () => {
  await using app = await startApp()
  await recordBackup(app.database.db, app.clock.now())
  app.clock.advance({ days: 2 })
  expect((await readMetrics(app.url)).read('futureworld_backup_age_seconds')).toBeCloseTo(2 * 86_400, -1)
})

test('process metrics remain available if the database refuses connections or does not respond', async () => {
  await using app = await startApp()
  const silentServer = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  onTestFinished(() => void silentServer.close())
  const { port } = silentServer.address() as AddressInfo

  for (const address of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const database = await openDatabase({ url: `postgresql://nobody@${address}/nothing` })
    onTestFinished(() => database.close())
    const metrics = openMetrics({
      database,
      live: app.live,
      queues: ['send-email'],
      paymentMode: 'sandbox',
      now: app.clock.now,
      log: silentLog,
    })

    const text = await metrics.write()

    expect(text).toContain('\nfutureworld_database_up 0\n')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toContain('\nfutureworld_database_connections{state="total"} ')
    expect(text).not.toMatch(/^futureworld_(queue|emails?|webhook_(events|oldest)|payment)\w*[ {]/m)
  }
})
