import type { Registry } from 'prom-client'
import type { QueueLength } from '#platform/server/queue-store.ts'
import { type DatabaseFigures, lengthOf } from './database-figures.ts'
import { defineGauge, type Sample } from './define-gauge.ts'

/** Said in the help of each, since adding them up over the processes would count everything twice. */
const sameEverywhere = 'Of the database: the same in each process.'

type Single = { name: string; help: string; of: (figures: DatabaseFigures) => number | null }

const singles: Single[] = [
  {
    name: 'futureworld_webhook_events_waiting',
    help: 'Events of the payment provider that were stored and not followed yet.',
    of: ({ payments }) => payments.openEvents,
  },
  {
    name: 'futureworld_webhook_oldest_waiting_seconds',
    help: 'Since when the oldest event of the payment provider waits to be followed. 0: none waits.',
    of: ({ payments }) => payments.oldestEvent,
  },
  {
    name: 'futureworld_reconciliation_age_seconds',
    help: 'Since payments were last reconciled to the end. Left out before the first time.',
    of: ({ payments }) => payments.secondsSinceReconciled,
  },
  {
    name: 'futureworld_payment_anomalies_open',
    help: 'Cases of payments that a person has to look at.',
    of: ({ payments }) => payments.openAnomalies,
  },
  {
    name: 'futureworld_mails_waiting',
    help: 'Letters that wait to be sent, for the first time or once more.',
    of: ({ mails }) => mails.waiting,
  },
  {
    name: 'futureworld_mail_oldest_waiting_seconds',
    help: 'Since when the oldest letter waits to be sent. 0: none waits.',
    of: ({ mails }) => mails.oldestWaiting,
  },
  {
    name: 'futureworld_mails_given_up',
    help: 'Letters that were not sent and are tried no more.',
    of: ({ mails }) => mails.givenUp,
  },
  {
    name: 'futureworld_backup_age_seconds',
    help: 'Since npm run backup last made a backup. Left out before the first.',
    of: ({ secondsSinceBackup }) => secondsSinceBackup,
  },
]

type Settings = {
  queues: readonly string[]
  /** Undefined while it does not answer. */
  isUp: () => Promise<boolean | undefined>
  read: () => Promise<DatabaseFigures | undefined>
}

/** Figures of the database: all are left out while it does not answer, but for the one that says so. */
export function defineDatabaseGauges(registry: Registry, { queues, isUp, read }: Settings) {
  defineGauge(registry, {
    name: 'futureworld_database_up',
    help: 'Whether the database answered this process within a second.',
    look: async () => ((await isUp()) ? 1 : 0),
  })
  for (const { name, help, of } of singles) {
    const look = async () => {
      const figures = await read()
      return (figures && of(figures)) ?? undefined
    }
    defineGauge(registry, { name, help: `${help} ${sameEverywhere}`, look })
  }
  const ofEachQueue = (samplesOf: (length: QueueLength) => Sample[]) => async () => {
    const figures = await read()
    return figures && queues.flatMap((queue) => samplesOf(lengthOf(figures.queues, queue)))
  }
  defineGauge(registry, {
    name: 'futureworld_queue_jobs',
    help: `Work in a queue that is due, or to be done later. ${sameEverywhere}`,
    labels: ['queue', 'state'],
    look: ofEachQueue(({ queue, due, later }) => [
      { labels: { queue, state: 'due' }, value: due },
      { labels: { queue, state: 'later' }, value: later },
    ]),
  })
  defineGauge(registry, {
    name: 'futureworld_queue_oldest_due_seconds',
    help: `Since when the oldest work of a queue is due. 0: nothing is. ${sameEverywhere}`,
    labels: ['queue'],
    look: ofEachQueue(({ queue, oldestDue }) => [{ labels: { queue }, value: oldestDue }]),
  })
}
