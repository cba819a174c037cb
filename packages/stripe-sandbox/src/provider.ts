import type { DatabaseSync } from 'node:sqlite'
import { objectKinds, reactions } from './api-surface.ts'
import { runStep } from './clock/due-steps.ts'
import { SandboxClock } from './clock/sandbox-clock.ts'
import { type Event, events, newEvent } from './events/event.ts'
import { ObjectStore } from './storage/object-store.ts'
import { inTransaction } from './storage/open-database.ts'
import { Schedule } from './storage/schedule.ts'
import type { BillingRules, Call } from './wire/operation.ts'

interface ProviderParts {
  database: DatabaseSync
  publicUrl: string
  billing: BillingRules
  /** Called within the transaction that created the event. */
  queueDelivery(event: Event): void
  /** Called once the transaction has been committed. */
  afterCommit(): void
  hasWebhook: boolean
  beginsMinutesAgo: number
}

/** Who called, and the request that the resulting events name. */
interface CallOrigin {
  caller: Call['caller']
  clientSecret: string | undefined
  requestId: string | null
  idempotencyKey: string | null
}

/** For actions of the sandbox, its operator or the cardholder, which are not API calls. */
const sandboxItself: CallOrigin = {
  caller: 'secret-key',
  clientSecret: undefined,
  requestId: null,
  idempotencyKey: null,
}

/** Thrown if a sandbox that contains objects is told to start in the past, because its clock would be behind them. */
class SandboxUsed extends Error {
  readonly code = 'SANDBOX_USED'

  constructor() {
    super('This sandbox was used already, so its time cannot begin in the past')
  }
}

export interface Provider {
  objects: ObjectStore
  bank: { isSlow: boolean }
  clock: SandboxClock
  /** Runs `work` in one transaction, so that state, events and their deliveries are saved together. */
  perform<Result>(origin: CallOrigin, work: (call: Call) => Result): Result
  /** Does the same as `perform`, for work without an API call. */
  act<Result>(work: (call: Call) => Result): Result
  /** Runs all steps that are due on the sandbox's clock, earliest first, each in its own transaction. */
  catchUp(): void
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
  const schedule = new Schedule(database)
  const clock = new SandboxClock(database)
  if (beginsMinutesAgo > 0) {
    if (clock.offset !== 0 || objects.inspect(1).length > 0) throw new SandboxUsed()
    clock.beginInThePast(beginsMinutesAgo * 60)
  }
  const bank = { isSlow: false }

  function callFor(origin: CallOrigin, now: number): Call {
    const { caller, clientSecret, requestId, idempotencyKey } = origin
    const request = { id: requestId, idempotency_key: idempotencyKey }
    const call: Call = {
      objects,
      schedule,
      billing,
      now,
      at: (time) => callFor(origin, time),
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

  function perform<Result>(origin: CallOrigin, work: (call: Call) => Result): Result {
    const result = inTransaction(database, () => work(callFor(origin, clock.now())))
    afterCommit()
    return result
  }

  function takeStep(until: number): boolean {
    return perform(sandboxItself, (call) => {
      const step = schedule.takeNext(null, until)
      if (step) runStep(call, step)
      return step !== undefined
    })
  }

  return {
    objects,
    bank,
    clock,
    perform,
    act: (work) => perform(sandboxItself, work),
    catchUp() {
      const until = clock.now()
      let isWorkLeft = true
      while (isWorkLeft) isWorkLeft = takeStep(until)
    },
  }
}
