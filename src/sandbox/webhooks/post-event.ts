import type { Event } from '../events/event.ts'
import { signatureFor } from './signature.ts'

/** The provider gives up on a slow endpoint and tries again later. */
const TIMEOUT_MILLISECONDS = 10_000

export interface WebhookTarget {
  url: string
  secret: string
}

export interface DeliveryAnswer {
  isConfirmed: boolean
  /** `200`, or what went wrong. */
  text: string
}

export async function postEvent(event: Event, target: WebhookTarget, stopped: AbortSignal): Promise<DeliveryAnswer> {
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
    return { isConfirmed: false, text: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message
}
