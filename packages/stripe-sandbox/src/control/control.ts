import type { Dispute } from '../disputes/dispute.ts'
import { decideDispute, type Verdict } from '../disputes/dispute-operations.ts'
import type { Exchange, ExchangeListener, Exchanges } from '../http/exchanges.ts'
import type { Fault, Faults } from '../http/faults.ts'
import { settlePayment } from '../payments/attempt-payment.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import type { Provider } from '../provider.ts'
import { failRefund, type Refund, settleDueRefunds, settleRefunds } from '../refunds/refund.ts'
import type { DeliveryAnswer, EventDelivery, ReleaseOrder } from '../webhooks/deliver-events.ts'
import type { Delivery, DeliveryQueue, Disturbance, Disturbances } from '../webhooks/delivery-queue.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { ApiObject } from '../wire/object-kind.ts'

interface ClockStep {
  days?: number | undefined
  hours?: number | undefined
  minutes?: number | undefined
}

/** Controls for tests and demonstrations, called in the same process or through `/_sandbox`. */
export interface SandboxControl {
  /** The last thousand API calls, oldest first. */
  exchanges(): readonly Exchange[]
  /**
   * Calls the listener just before each response is sent.
   * @returns a function that removes the listener
   */
  onExchange(listener: ExchangeListener): () => void
  /** Objects of one kind (such as `payment_intent`) or of all kinds, newest first. */
  objects(kind?: string, limit?: number): ApiObject[]

  injectFault(fault: Fault): void
  faults(): readonly Fault[]
  clearFaults(): void

  /** While the bank is slow, confirmed payments stay `processing`. */
  slowBank(isSlow: boolean): void
  isBankSlow(): boolean
  /**
   * Makes the bank decide payments that are `processing`.
   * @returns how many it decided
   */
  settlePayments(): number

  /** The sandbox's time, which dates every object. Webhooks are signed and sent in real time. */
  clock(): Date
  /**
   * Moves the clock forwards and runs all due steps in order.
   * @returns the new time
   */
  advanceClock(step: ClockStep): Date
  /**
   * Calls the listener with the new time after each move.
   * @returns a function that removes the listener
   */
  onClock(listener: ClockListener): () => void
  /**
   * Makes the bank decide every refund that it has not decided yet.
   * @returns how many it decided
   */
  settleRefunds(): number
  /** Settles only refunds that are at least a minute old. The sandbox calls this every few seconds. */
  settleDueRefunds(): number
  /** Makes the bank reject a refund, even one that has succeeded. */
  failRefund(id: string): Refund
  /** Makes the bank decide a dispute, even if the shop has not responded to it. */
  decideDispute(id: string, verdict: Verdict): Dispute

  /** Replaces the active disturbances. They apply to events created or sent after this. */
  disturbWebhooks(...disturbances: Disturbance[]): void
  disturbances(): readonly Disturbance[]
  calmWebhooks(): void
  /** Sends held events one by one, and resolves when each has had a response. */
  releaseWebhooks(order?: ReleaseOrder): Promise<void>
  redeliverEvent(id: string): Promise<DeliveryAnswer>
  deliveries(): Delivery[]
  /** Resolves when every event has been confirmed or abandoned, except held and dropped ones. */
  idle(): Promise<void>
}

type ClockListener = (now: Date) => void

interface Parts {
  provider: Provider
  faults: Faults
  exchanges: Exchanges
  disturbances: Disturbances
  delivery: EventDelivery
  queue: DeliveryQueue
}

const USUAL_LIMIT = 100

/** Ten years, so that a typo does not trigger decades of renewals. */
const MAX_SECONDS = 10 * 366 * 24 * 60 * 60

export function createControl({ provider, faults, exchanges, disturbances, delivery, queue }: Parts): SandboxControl {
  const clockListeners = new Set<ClockListener>()
  return {
    exchanges: () => exchanges.list(),
    onExchange: (listener) => exchanges.listen(listener),
    objects: (kind, limit = USUAL_LIMIT) => provider.objects.inspect(limit, kind),

    injectFault: (fault) => faults.arm(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),

    slowBank: (isSlow) => {
      provider.bank.isSlow = isSlow
    },
    isBankSlow: () => provider.bank.isSlow,
    settlePayments: () => settlePayments(provider),

    clock: () => new Date(provider.clock.milliseconds()),
    advanceClock: (step) => {
      const now = advanceClock(provider, step)
      for (const listener of clockListeners) listener(now)
      return now
    },
    onClock: (listener) => {
      clockListeners.add(listener)
      return () => clockListeners.delete(listener)
    },
    settleRefunds: () => provider.act(settleRefunds),
    settleDueRefunds: () => provider.act(settleDueRefunds),
    failRefund: (id) => provider.act((call) => failRefund(call, id)),
    decideDispute: (id, verdict) => provider.act((call) => decideDispute(call, id, verdict)),

    disturbWebhooks: (...active) => disturbances.replace(active),
    disturbances: () => disturbances.list(),
    calmWebhooks: () => disturbances.replace([]),
    releaseWebhooks: (order = 'oldest-first') => delivery.release(order),
    redeliverEvent: (id) => delivery.redeliver(id),
    deliveries: () => queue.all(),
    idle: () => delivery.idle(),
  }
}

function settlePayments(provider: Provider): number {
  return provider.act((call) => {
    const waiting = call.objects.all(paymentIntents, { where: { status: 'processing' } })
    for (const intent of waiting) settlePayment(call, intent)
    return waiting.length
  })
}

function advanceClock(provider: Provider, { days = 0, hours = 0, minutes = 0 }: ClockStep): Date {
  const seconds = ((days * 24 + hours) * 60 + minutes) * 60
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw invalidRequest('The clock moves forwards only, by whole seconds and at most ten years at a time.')
  }
  provider.clock.moveForwards(seconds)
  provider.catchUp()
  return new Date(provider.clock.milliseconds())
}
