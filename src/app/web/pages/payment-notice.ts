import type { Purchase } from '#features/purchases/contract.ts'
import { formatDate } from '#platform/web/dates.ts'

/** What the dashboard is told by the navigation that led to it (SPEC §4). */
export type PaymentNotice = { message: string; packageId: string }

/** What a navigation left, if it is that. By hand, as a schema would bring its library to the dashboard. */
export function readPaymentNotice(state: unknown): PaymentNotice | null {
  if (typeof state !== 'object' || state === null || !('message' in state) || !('packageId' in state)) return null
  const { message, packageId } = state
  return typeof message === 'string' && typeof packageId === 'string' ? { message, packageId } : null
}

/** The sentence about a payment that was just made; null where there is nothing good to say. */
export function paymentNotice({ status, startsAt, startsLater, packageId }: Purchase): PaymentNotice | null {
  if (status === 'pending') {
    return { packageId, message: 'We are confirming your payment. Your package appears here as soon as that is done.' }
  }
  if (status !== 'completed') return null
  return {
    packageId,
    message:
      startsLater && startsAt
        ? `Payment successful! Your package starts on ${formatDate(startsAt)}.`
        : 'Payment successful! Your package has been activated.',
  }
}
