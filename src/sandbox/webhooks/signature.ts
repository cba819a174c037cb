import { createHmac } from 'node:crypto'

/** The `stripe-signature` header. The time is that of the delivery: a retry is signed anew. */
export function signatureFor(payload: string, secret: string, now: number): string {
  const digest = createHmac('sha256', secret).update(`${now}.${payload}`).digest('hex')
  return `t=${now},v1=${digest}`
}
