import type { FormRecord } from '../wire/form-encoding.ts'
import type { FaultMode } from './faults.ts'

/** One call to the API and what it was answered. */
export interface Exchange {
  method: string
  path: string
  /** `PaymentIntent.confirm`, or `null` for an address that is not part of the API. */
  operation: string | null
  caller: 'secret-key' | 'publishable-key' | 'nobody'
  /** As sent: every value is text. */
  parameters: FormRecord
  /** `null` when the line was cut before an answer. */
  status: number | null
  body: unknown
  requestId: string
  idempotencyKey: string | null
  isReplay: boolean
  fault: FaultMode | null
}

export type ExchangeListener = (exchange: Exchange) => void

const MOST_KEPT = 1000

export class Exchanges {
  readonly #listeners = new Set<ExchangeListener>()
  readonly #recent: Exchange[] = []

  /** Returns how to stop listening. */
  listen(listener: ExchangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  record(exchange: Exchange): void {
    this.#recent.push(exchange)
    if (this.#recent.length > MOST_KEPT) this.#recent.shift()
    for (const listener of this.#listeners) listener(exchange)
  }

  /** Oldest first. */
  list(): readonly Exchange[] {
    return this.#recent
  }
}
