import type { DatabaseSync } from 'node:sqlite'
import { objectKinds } from './api-surface.ts'
import { type Event, events, newEvent } from './events/event.ts'
import { AnsweredRequests } from './storage/answered-requests.ts'
import { ObjectStore } from './storage/object-store.ts'
import { inTransaction } from './storage/open-database.ts'
import type { Call } from './wire/operation.ts'

interface ProviderParts {
  database: DatabaseSync
  publicUrl: string
  /** Called inside the transaction that made the event. */
  queueDelivery(event: Event): void
  /** Called when the transaction is on the disk. */
  afterCommit(): void
  hasWebhook: boolean
}

/** Who asks, and under which request the resulting events are filed. */
interface Asker {
  caller: Call['caller']
  clientSecret: string | undefined
  requestId: string | null
  idempotencyKey: string | null
}

interface Bank {
  isSlow: boolean
}

export interface Provider {
  objects: ObjectStore
  answers: AnsweredRequests
  bank: Bank
  /** Runs `work` in one transaction: state, events and their deliveries are kept together or not at all. */
  perform<Result>(asker: Asker, work: (call: Call) => Result): Result
}

export function createProvider({
  database,
  publicUrl,
  queueDelivery,
  afterCommit,
  hasWebhook,
}: ProviderParts): Provider {
  const objects = new ObjectStore(database, objectKinds)
  const answers = new AnsweredRequests(database)
  const bank: Bank = { isSlow: false }

  function callFor({ caller, clientSecret, requestId, idempotencyKey }: Asker): Call {
    const now = Math.floor(Date.now() / 1000)
    const request = { id: requestId, idempotency_key: idempotencyKey }
    return {
      objects,
      now,
      caller,
      clientSecret,
      publicUrl,
      isBankSlow: bank.isSlow,
      announce(type, object, previous) {
        const event = newEvent({ type, object, previous, now, request, hasWebhook })
        objects.add(events, event)
        if (hasWebhook) queueDelivery(event)
      },
    }
  }

  return {
    objects,
    answers,
    bank,
    perform(asker, work) {
      const result = inTransaction(database, () => work(callFor(asker)))
      afterCommit()
      return result
    },
  }
}
