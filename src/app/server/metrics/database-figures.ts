import { type PaymentFigures, readPaymentFigures } from '#features/payments/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { findLastBackup } from '#platform/server/backup/store.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { countMailsGivenUp } from '#platform/server/mail/log-store.ts'
import { deliverMailJob } from '#platform/server/mail/queue-mail.ts'
import { measureQueues, type QueueLength } from '#platform/server/queue-store.ts'

export type DatabaseFigures = {
  queues: Map<string, QueueLength>
  payments: Omit<PaymentFigures, 'oldestEventAt'> & { oldestEvent: number }
  mails: { waiting: number; givenUp: number; oldestWaiting: number }
  /** Null before the first. */
  secondsSinceBackup: number | null
}

type Source = {
  db: Db
  paymentMode: PaymentMode
  /** With the clock of the business, by which events are stored. */
  now: () => Date
}

/** What stands in the database, one question after the other: whoever watches takes one connection and not three. */
export async function readDatabaseFigures({ db, paymentMode, now }: Source): Promise<DatabaseFigures> {
  const queues = new Map((await measureQueues(db)).map((length) => [length.queue, length]))
  const { oldestEventAt, ...payments } = await readPaymentFigures(db, paymentMode)
  const backupAt = await findLastBackup(db)
  // Each letter that is to be sent is work of this queue, and there is one answer for all of them.
  const { due, later, oldest } = lengthOf(queues, deliverMailJob.name)
  return {
    queues,
    payments: { ...payments, oldestEvent: secondsSince(oldestEventAt, now()) },
    mails: { waiting: due + later, oldestWaiting: oldest, givenUp: await countMailsGivenUp(db) },
    secondsSinceBackup: backupAt ? secondsSince(backupAt, now()) : null,
  }
}

/** Also of a queue in which nothing waits: its line would otherwise end where its work does. */
export function lengthOf(queues: Map<string, QueueLength>, queue: string): QueueLength {
  return queues.get(queue) ?? { queue, due: 0, later: 0, oldestDue: 0, oldest: 0 }
}

/** Of nothing, and of what a clock that was moved puts into the future, none have passed. */
function secondsSince(moment: Date | null, now: Date): number {
  return moment ? Math.max(0, now.getTime() - moment.getTime()) / 1_000 : 0
}
