import { z } from 'zod'
import { purchaseNotFound } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { purchaseParams, Refund } from '../refunds/contract.ts'

const providerUnavailable = {
  status: 503,
  message: 'We can’t reach our payment provider. Try again in a minute: we won’t refund you twice.',
} as const

/** A preview of what cancelling within the 14 days would do, shown before the button (PRODUCT D21). */
export const Withdrawal = z.object({
  /** Why the package cannot be cancelled, or null. */
  blocker: z.enum(['business', 'too-late', 'not-paid', 'fully-delivered', 'refunded', 'renewal']).nullable(),
  /** The end of the 14 days. */
  until: z.iso.datetime(),
  currency: Currency,
  paid: MinorUnits,
  /** Already refunded, and not included in `refund`. */
  refunded: MinorUnits,
  refund: MinorUnits,
  /** Number of upcoming bookings. They are cancelled too, and not charged. */
  upcomingSessions: z.int(),
  /** How the used part is calculated. */
  counting: z.discriminatedUnion('by', [
    z.object({ by: z.literal('nothing-used') }),
    z.object({ by: z.literal('days'), used: z.int(), of: z.int() }),
    z.object({
      by: z.literal('lines'),
      /** An unlimited line is counted in days. */
      lines: z.array(z.object({ title: z.string(), used: z.int(), promised: z.int(), isByDays: z.boolean() })),
    }),
  ]),
})
export type Withdrawal = z.infer<typeof Withdrawal>

export const getWithdrawal = endpoint('GET /api/purchases/:purchaseId/withdrawal', {
  summary: 'Preview the refund for cancelling a package within its 14-day cancellation period',
  access: 'member',
  params: purchaseParams,
  response: Withdrawal,
  refusals: { 'purchase-not-found': purchaseNotFound },
})

export const withdrawPurchase = endpoint('POST /api/purchases/:purchaseId/withdrawal', {
  summary: 'Cancel a package within its 14-day cancellation period, ending access and refunding the unused part',
  access: 'member',
  params: purchaseParams,
  /** The refund shown to the member, only compared with the server's amount. */
  body: z.strictObject({ expectedRefund: z.int() }),
  response: Refund.nullable(),
  message: 'Your package is cancelled. We’ve emailed you the details.',
  refusals: {
    'purchase-not-found': purchaseNotFound,
    'cannot-withdraw': 'This package can no longer be cancelled. If you think that’s wrong, message us.',
    'refund-changed': 'Your refund has changed since you opened this page. Check the new amount, then try again.',
    'provider-unavailable': providerUnavailable,
  },
})
