import type { DatabaseSync } from 'node:sqlite'
import { objectKinds, reactions } from './api-surface.ts'
import { SandboxClock } from './clock/sandbox-clock.ts'
import { type Event, events, newEvent } from './events/event.ts'
import { AnsweredRequests } from './storage/answered-requests.ts'
import { ObjectStore } from './storage/object-store.ts'
import { inTransaction } from './storage/open-database.ts'
import { Schedule } from './storage/schedule.ts'
import type { BillingRules, Call } from './wire/operation.ts'

interface ProviderParts {
  database: DatabaseSync
  publicUrl: string
  billing: BillingRules
  /** Called inside the transaction that made the event. */
  queueDelivery(event: Event): void
  /** Called when the transaction is on the disk. */
  afterCommit(): void
  hasWebhook: boolean
  beginsMinutesAgo: number
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

/** What has happened already cannot come after a beginning in the past. */
class SandboxUsed extends Error {
  readonly code = 'SANDBOX_USED'

  constructor() {
    super('This sandbox was used already, so its time cannot begin in the past')
  }
}

export interface Provider {
  objects: ObjectStore
  answers: AnsweredRequests
  bank: Bank
  clock: SandboxClock
  /** Runs `work` in one transaction: state, events and their deliveries are kept together or not at all. */
  perform<Result>(asker: Asker, work: (call: Call) => Result): Result
}

export function createProvider({
  database,
  publicUrl,
  billing,
  queueDelivery,
  afterCommit,
  hasWebhook,
  beginsMinutesAgo,
}: ProviderParts): Provider {
  const objects = new ObjectStore(database, objectKinds)
  const answers = new AnsweredRequests(database)
  const schedule = new Schedule(database)
  const clock = new SandboxClock(database)
  if (beginsMinutesAgo > 0) {
    if (clock.offset !== 0 || objects.inspect(1).length > 0) throw new SandboxUsed()
    clock.beginInThePast(beginsMinutesAgo * 60)
  }
  const bank: Bank = { isSlow: false }

  function callFor(asker: Asker, now: number): Call {
    const { caller, clientSecret, requestId, idempotencyKey } = asker
    const request = { id: requestId, idempotency_key: idempotencyKey }
    const call: Call = {
      objects,
      schedule,
      billing,
      now,
      at: (time) => callFor(asker, time),
      caller,
      clientSecret,
      publicUrl,
      isBankSlow: bank.isSlow,
      announce(type, object, previous) {
        const event = newEvent({ type, object, previous, now, request, hasWebhook })
        objects.add(events, event)
        if (hasWebhook) queueDelivery(event)
        reactions[type]?.(call, object.id)
      },
    }
    return call
  }

  return {
    objects,
    answers,
    bank,
    clock,
    perform(asker, work) {
      const result = inTransaction(database, () => work(callFor(asker, clock.now())))
      afterCommit()
      return result
    },
  }
}
