import type Stripe from 'stripe'
import { z } from 'zod'

export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** The library rejects signatures older than 300 s but accepts future ones, so check those here. */
const TOLERANCE_SECONDS = 300

/** The only parts of an event we read. We fetch the rest from Stripe. */
const SignedEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({}) }),
})

/** Uses real time, because Stripe signs with the time of sending, whatever date the sandbox clock is set to. */
export function verifySignature(stripe: Stripe, body: Buffer, signature: string, secret: string) {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt - Date.now() / 1_000 <= TOLERANCE_SECONDS))
    throw new InvalidSignature('The signature is from the future')
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
    SignedEvent.parse(event)
    return event
  } catch (error) {
    throw new InvalidSignature(error instanceof Error ? error.message : 'The signature does not fit')
  }
}
