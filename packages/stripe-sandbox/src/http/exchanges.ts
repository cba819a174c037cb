import { ApiError } from '../wire/api-error.ts'
import type { FormRecord, FormValue } from '../wire/form-encoding.ts'
import type { ApiReply } from './api-reply.ts'
import type { FaultMode } from './faults.ts'
import type { ReceivedCall } from './receive-call.ts'

/** One call to the API and its response. */
export interface Exchange {
  method: string
  path: string
  /** A name such as `PaymentIntent.confirm`, or `null` if the path is not part of the API. */
  operation: string | null
  caller: 'secret-key' | 'publishable-key' | 'nobody'
  /** As sent, so every value is a string. */
  parameters: FormRecord
  /** `null` if the connection was cut before the response was complete. */
  status: number | null
  body: unknown
  requestId: string
  idempotencyKey: string | null
  isReplay: boolean
  fault: FaultMode | null
}

export function toExchange(received: ReceivedCall, reply: ApiReply | null, fault: FaultMode | null): Exchange {
  const { method, path, form, caller, operation: matched, requestId, idempotencyKey } = received
  return {
    method,
    path,
    operation: matched instanceof ApiError ? null : matched.operation.name,
    caller: caller instanceof ApiError ? 'nobody' : caller,
    parameters: withoutCardNumbers(form),
    status: reply?.status ?? null,
    body: reply && JSON.parse(reply.body),
    requestId,
    idempotencyKey,
    isReplay: reply?.headers['idempotent-replayed'] === 'true',
    fault,
  }
}

/** No caller should send a card number. If one does, it must not appear in a log. */
function withoutCardNumbers(form: FormRecord): FormRecord {
  if ('number' in form) return { number: 'removed' }
  const entries = Object.entries(form).map(([name, value]) => [
    name,
    isRecord(value) ? withoutCardNumbers(value) : value,
  ])
  return Object.fromEntries(entries)
}

function isRecord(value: FormValue): value is FormRecord {
  return typeof value === 'object' && !Array.isArray(value)
}

export type ExchangeListener = (exchange: Exchange) => void

const MAX_KEPT = 1000

export class Exchanges {
  readonly #listeners = new Set<ExchangeListener>()
  readonly #recent: Exchange[] = []

  /** @returns a function that removes the listener */
  listen(listener: ExchangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  record(exchange: Exchange): void {
    this.#recent.push(exchange)
    if (this.#recent.length > MAX_KEPT) this.#recent.shift()
    for (const listener of this.#listeners) listener(exchange)
  }

  /** Returns the recent calls, oldest first. */
  list(): readonly Exchange[] {
    return this.#recent
  }
}
