import { operator } from '../clock/catch-up.ts'
import { decideDispute, type Verdict } from '../disputes/decide-dispute.ts'
import type { Dispute } from '../disputes/dispute.ts'
import type { Exchange, ExchangeListener, Exchanges } from '../http/exchanges.ts'
import type { Fault, Faults } from '../http/faults.ts'
import { settlePayment } from '../payments/attempt-payment.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import type { Provider } from '../provider.ts'
import type { Refund } from '../refunds/refund.ts'
import { failRefund, settleDueRefunds, settleRefunds } from '../refunds/settle-refunds.ts'
import type { EventDelivery, ReleaseOrder } from '../webhooks/deliver-events.ts'
import type { Delivery, DeliveryQueue } from '../webhooks/delivery-queue.ts'
import type { Disturbance, Disturbances } from '../webhooks/disturbances.ts'
import type { DeliveryAnswer } from '../webhooks/post-event.ts'
import type { ApiObject } from '../wire/object-kind.ts'
import { advanceClock, type ClockStep } from './advance-clock.ts'

/** What a test or a demonstration may do to the sandbox, in the process or through `/_sandbox`. */
export interface SandboxControl {
  /** The last thousand API calls, oldest first. */
  exchanges(): readonly Exchange[]
  /** Hears of every API call just before its answer is sent; returns how to stop. */
  onExchange(listener: ExchangeListener): () => void
  /** Newest first: of one kind (`payment_intent`), or of all. */
  objects(kind?: string, limit?: number): ApiObject[]

  injectFault(fault: Fault): void
  faults(): readonly Fault[]
  clearFaults(): void

  /** While the bank is slow, confirmed payments stay `processing`. */
  slowBank(isSlow: boolean): void
  isBankSlow(): boolean
  /** The bank answers for every payment that is processing; how many there were. */
  settlePayments(): number

  /** The sandbox's time: every object is dated by it, webhooks are signed and sent by real time. */
  clock(): Date
  /** Moves the clock forwards, does all that falls due on the way in its order, and returns the new time. */
  advanceClock(step: ClockStep): Date
  /** Hears the new time after each such move; returns how to stop. */
  onClock(listener: ClockListener): () => void
  /** The bank answers for every refund that takes its time; how many there were. */
  settleRefunds(): number
  /** The same, for those a minute old: the sandbox asks for it by itself every few seconds. */
  settleDueRefunds(): number
  /** The bank sends a refund back, also one that arrived. */
  failRefund(id: string): Refund
  /** The bank decides, whether or not the shop has answered. */
  decideDispute(id: string, verdict: Verdict): Dispute

  /** Replaces the disturbances in force. They apply to events made or sent from now on. */
  disturbWebhooks(...disturbances: Disturbance[]): void
  disturbances(): readonly Disturbance[]
  calmWebhooks(): void
  /** Sends held events one by one; resolves when each was answered. */
  releaseWebhooks(order?: ReleaseOrder): Promise<void>
  redeliverEvent(id: string): Promise<DeliveryAnswer>
  deliveries(): Delivery[]
  /** Resolves when every event that is not held or dropped was confirmed or given up. */
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
    settleRefunds: () => provider.perform(operator, settleRefunds),
    settleDueRefunds: () => provider.perform(operator, settleDueRefunds),
    failRefund: (id) => provider.perform(operator, (call) => failRefund(call, id)),
    decideDispute: (id, verdict) => provider.perform(operator, (call) => decideDispute(call, id, verdict)),

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
  return provider.perform(operator, (call) => {
    const { data } = call.objects.list(paymentIntents, { limit: 1000, where: { status: 'processing' } })
    for (const intent of data) settlePayment(call, intent)
    return data.length
  })
}
