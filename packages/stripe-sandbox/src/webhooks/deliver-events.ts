import { createHmac } from 'node:crypto'
import { type Event, events } from '../events/event.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Delivery, DeliveryQueue, Disturbances } from './delivery-queue.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Retries come quickly at first, in case the product is restarting, and then slowly for about three days. */
const retryDelays = [second, 5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 18 * hour, 48 * hour]

const MAX_AT_ONCE = 20

/** If an endpoint takes longer, the attempt counts as failed and is retried later. */
const TIMEOUT_MILLISECONDS = 10_000

export interface WebhookTarget {
  url: string
  secret: string
}

export interface DeliveryAnswer {
  isConfirmed: boolean
  /** The status of the response, such as `200`, or the error. */
  text: string
}

interface Parts {
  queue: DeliveryQueue
  objects: ObjectStore
  disturbances: Disturbances
  /** If undefined, no event is sent. */
  target: WebhookTarget | undefined
  delays?: readonly number[] | undefined
  /** Runs the database changes of one delivery in one transaction. */
  inTransaction(work: () => void): void
}

export type ReleaseOrder = 'oldest-first' | 'newest-first' | string[]

/** Delivers queued events to the product, in parallel, until each is confirmed. */
export class EventDelivery {
  readonly #parts: Parts
  readonly #delays: readonly number[]
  readonly #inFlight = new Set<string>()
  readonly #waiting: (() => void)[] = []
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #unfinished = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#delays = parts.delays ?? retryDelays
  }

  /** Sends due events and sets the timer for the next one. */
  wake(): void {
    const { target } = this.#parts
    if (!target || this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    const waiting = this.#pending().filter(({ event }) => !this.#inFlight.has(event))
    const now = Date.now()
    const dueDeliveries = waiting.filter(({ dueAt }) => dueAt <= now)
    for (const delivery of dueDeliveries.slice(0, MAX_AT_ONCE - this.#inFlight.size)) void this.#send(delivery, target)
    const nextAt = Math.min(...waiting.filter(({ dueAt }) => dueAt > now).map(({ dueAt }) => dueAt))
    if (Number.isFinite(nextAt)) this.#timer = setTimeout(() => this.wake(), nextAt - now)
    this.#tellWaiting()
  }

  /** Resolves when no event is being sent or waiting for a retry. Held events do not count. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#tellWaiting()
    })
  }

  /** Sends held events one by one, each after the response to the previous one, so their order is certain. */
  async release(order: ReleaseOrder): Promise<void> {
    const { target } = this.#parts
    if (!target) return
    for (const delivery of this.#heldIn(order)) {
      if (this.#stop.signal.aborted) return
      this.#parts.queue.change(delivery.event, { state: 'pending' })
      await this.#send(delivery, target)
    }
  }

  /** Resends an event, whatever its state. */
  async redeliver(id: string): Promise<DeliveryAnswer> {
    const event = this.#parts.objects.get(events, id)
    const { target } = this.#parts
    if (!target) return { isConfirmed: false, text: 'The sandbox was started without a webhook.' }
    const answer = await this.#counted(postEvent(event, target, this.#stop.signal))
    if (answer.isConfirmed) this.#confirm(event, answer)
    return answer
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#stop.abort()
  }

  async #send({ event: id, type, attempts }: Delivery, target: WebhookTarget): Promise<void> {
    this.#inFlight.add(id)
    const event = this.#parts.objects.get(events, id)
    const copies = 1 + (this.#parts.disturbances.for(type).duplicates ?? 0)
    const posts = Array.from({ length: copies }, () => postEvent(event, target, this.#stop.signal))
    const answers = await this.#counted(Promise.all(posts))
    this.#inFlight.delete(id)
    if (this.#stop.signal.aborted) return
    const answer = answers.find(({ isConfirmed }) => isConfirmed) ?? answers[0]
    if (answer?.isConfirmed) this.#confirm(event, answer)
    else this.#tryLater(id, attempts + 1, answer?.text ?? '')
    this.wake()
  }

  async #counted<Result>(work: Promise<Result>): Promise<Result> {
    this.#unfinished += 1
    try {
      return await work
    } finally {
      this.#unfinished -= 1
      this.#tellWaiting()
    }
  }

  #confirm(event: Event, answer: DeliveryAnswer): void {
    if (this.#stop.signal.aborted) return
    const { queue, objects, inTransaction } = this.#parts
    inTransaction(() => {
      const attempts = (queue.find(event.id)?.attempts ?? 0) + 1
      queue.change(event.id, { state: 'delivered', attempts, lastAnswer: answer.text })
      objects.save({ ...event, pending_webhooks: 0 })
    })
  }

  #tryLater(id: string, attempts: number, lastAnswer: string): void {
    const delay = this.#delays[attempts - 1]
    const state = delay === undefined ? 'abandoned' : 'pending'
    this.#parts.queue.change(id, { state, attempts, lastAnswer, dueAt: Date.now() + (delay ?? 0) })
  }

  #pending(): Delivery[] {
    return this.#parts.queue.unsettled().filter(({ state }) => state === 'pending')
  }

  #heldIn(order: ReleaseOrder): Delivery[] {
    const heldDeliveries = this.#parts.queue.unsettled().filter(({ state }) => state === 'held')
    if (order === 'oldest-first') return heldDeliveries
    if (order === 'newest-first') return heldDeliveries.reverse()
    return order.flatMap((id) => heldDeliveries.filter(({ event }) => event === id))
  }

  #tellWaiting(): void {
    if (this.#unfinished > 0 || this.#isWorkLeft()) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #isWorkLeft(): boolean {
    return this.#parts.target !== undefined && !this.#stop.signal.aborted && this.#pending().length > 0
  }
}

async function postEvent(event: Event, target: WebhookTarget, stopped: AbortSignal): Promise<DeliveryAnswer> {
  const payload = JSON.stringify(event)
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureFor(payload, target.secret, Math.floor(Date.now() / 1000)),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    })
    await response.body?.cancel()
    return { isConfirmed: response.ok, text: String(response.status) }
  } catch (error) {
    return { isConfirmed: false, text: toReason(error) }
  }
}

/**
 * Returns the `stripe-signature` header, which is new for each retry.
 * @param now the time of the delivery, in seconds since 1970
 */
export function signatureFor(payload: string, secret: string, now: number): string {
  const digest = createHmac('sha256', secret).update(`${now}.${payload}`).digest('hex')
  return `t=${now},v1=${digest}`
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message
}
