import { signatureFor } from 'stripe-sandbox'
import type { TestApp } from './start-app.ts'

/** A payment event as the provider would send it. */
export function eventAbout(
  paymentIntentId: string,
  type = 'payment_intent.succeeded',
  id = `evt_${crypto.randomUUID()}`,
) {
  return { id, object: 'event', type, data: { object: { id: paymentIntentId, object: 'payment_intent' } } }
}

type Forgery = { secret?: string; ageSeconds?: number; signedBody?: string; headers?: Record<string, string> }

/** Posts an event to the webhook, correctly signed unless `forgery` says otherwise. */
export async function postEvent(app: TestApp, event: object | string, forgery: Forgery = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  // The provider signs with the real time, even if a test has moved the business's time.
  const signedAt = Math.floor(Date.now() / 1_000) - (forgery.ageSeconds ?? 0)
  const signature = signatureFor(forgery.signedBody ?? body, forgery.secret ?? app.keys.webhookSecret, signedAt)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature, ...forgery.headers }
  return app.visitor.send('POST', '/api/webhooks/stripe', body, headers)
}
