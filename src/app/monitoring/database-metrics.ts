import type { Registry } from 'prom-client'
import { getPaymentMetrics, type PaymentMetrics } from '#features/payments/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { countGivenUpEmails } from '#platform/server/email/log-store.ts'
import { sendEmailQueue } from '#platform/server/email/queue-email.ts'
import { measureQueues, type QueueLength } from '#platform/server/jobs/queue-store.ts'
import { findLastBackup } from '../backup/store.ts'
import { defineGauge, type Sample } from './gauge.ts'

/** Part of every help text, because summing these metrics across processes would count them several times. */
const SHARED_HELP = 'From the database, so the same in every process.'

type SimpleGauge = { name: string; help: string; select: (metrics: DatabaseMetrics) => number | null }

const simpleGauges: SimpleGauge[] = [
  {
    name: 'futureworld_webhook_events_waiting',
    help: 'Payment provider events stored but not yet processed.',
    select: ({ payments }) => payments.openEvents,
  },
  {
    name: 'futureworld_webhook_oldest_waiting_seconds',
    help: 'How long the oldest payment provider event has been waiting. 0 if none is waiting.',
    select: ({ payments }) => payments.oldestEvent,
  },
  {
    name: 'futureworld_reconciliation_age_seconds',
    help: 'Time since payments were last fully reconciled. Not reported until the first reconciliation.',
    select: ({ payments }) => payments.secondsSinceReconciled,
  },
  {
    name: 'futureworld_payment_anomalies_open',
    help: 'Payment cases that someone has to check.',
    select: ({ payments }) => payments.openAnomalies,
  },
  {
    name: 'futureworld_emails_waiting',
    help: 'Emails waiting to be sent or retried.',
    select: ({ emails }) => emails.waiting,
  },
  {
    name: 'futureworld_email_oldest_waiting_seconds',
    help: 'How long the oldest unsent email has been waiting. 0 if none is waiting.',
    select: ({ emails }) => emails.oldestWaiting,
  },
  {
    name: 'futureworld_emails_given_up',
    help: 'Emails that couldn’t be sent.',
    select: ({ emails }) => emails.givenUp,
  },
  {
    name: 'futureworld_backup_age_seconds',
    help: 'Time since futureworld backup last made a backup. Not reported until the first backup.',
    select: ({ secondsSinceBackup }) => secondsSinceBackup,
  },
]

type Settings = {
  queues: readonly string[]
  /** Undefined if the database does not answer. */
  isUp: () => Promise<boolean | undefined>
  read: () => Promise<DatabaseMetrics | undefined>
}

/** If the database does not answer, all metrics are left out except `futureworld_database_up`. */
export function defineDatabaseGauges(registry: Registry, { queues, isUp, read }: Settings) {
  defineGauge(registry, {
    name: 'futureworld_database_up',
    help: 'Whether the database responded to this process within a second.',
    read: async () => ((await isUp()) ? 1 : 0),
  })
  for (const { name, help, select } of simpleGauges) {
    const readMetric = async () => {
      const metrics = await read()
      return (metrics && select(metrics)) ?? undefined
    }
    defineGauge(registry, { name, help: `${help} ${SHARED_HELP}`, read: readMetric })
  }
  const readEachQueue = (toSamples: (length: QueueLength) => Sample[]) => async () => {
    const metrics = await read()
    return metrics && queues.flatMap((queue) => toSamples(getQueueLength(metrics.queues, queue)))
  }
  defineGauge(registry, {
    name: 'futureworld_queue_jobs',
    help: `Jobs in a queue that are due now or later. ${SHARED_HELP}`,
    labels: ['queue', 'state'],
    read: readEachQueue(({ queue, due, later }) => [
      { labels: { queue, state: 'due' }, value: due },
      { labels: { queue, state: 'later' }, value: later },
    ]),
  })
  defineGauge(registry, {
    name: 'futureworld_queue_oldest_due_seconds',
    help: `How long the oldest job in a queue has been due. 0 if none is due. ${SHARED_HELP}`,
    labels: ['queue'],
    read: readEachQueue(({ queue, oldestDue }) => [{ labels: { queue }, value: oldestDue }]),
  })
}

type DatabaseMetrics = {
  queues: Map<string, QueueLength>
  payments: Omit<PaymentMetrics, 'oldestEventAt'> & { oldestEvent: number }
  emails: { waiting: number; givenUp: number; oldestWaiting: number }
  /** Null before the first backup. */
  secondsSinceBackup: number | null
}

type Source = {
  db: Db
  paymentMode: PaymentMode
  /** The business clock, because events are recorded with its time. */
  now: () => Date
}

/** Queries run one after another, so that monitoring uses a single connection. */
export async function readDatabaseMetrics({ db, paymentMode, now }: Source): Promise<DatabaseMetrics> {
  const queues = new Map((await measureQueues(db)).map((length) => [length.queue, length]))
  const { oldestEventAt, ...payments } = await getPaymentMetrics(db, paymentMode)
  const backupAt = await findLastBackup(db)
  // Every email to be sent is a job in this queue, so its length counts them all.
  const { due, later, oldest } = getQueueLength(queues, sendEmailQueue.name)
  return {
    queues,
    payments: { ...payments, oldestEvent: secondsSince(oldestEventAt, now()) },
    emails: { waiting: due + later, oldestWaiting: oldest, givenUp: await countGivenUpEmails(db) },
    secondsSinceBackup: backupAt ? secondsSince(backupAt, now()) : null,
  }
}

/** Empty queues report zero, because a missing sample would look like an outage. */
function getQueueLength(queues: Map<string, QueueLength>, queue: string): QueueLength {
  return queues.get(queue) ?? { queue, due: 0, later: 0, oldestDue: 0, oldest: 0 }
}

/** Returns 0 if there is no time yet, or if a moved clock has put it in the future. */
function secondsSince(moment: Date | null, now: Date): number {
  return moment ? Math.max(0, now.getTime() - moment.getTime()) / 1_000 : 0
}
