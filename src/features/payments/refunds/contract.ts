import { z } from 'zod'
import { purchaseNotFound } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'

export const purchaseParams = z.strictObject({ purchaseId: z.uuid() })

/** A refund in any state. */
export const Refund = z.object({
  id: z.uuid(),
  kind: z.enum(['withdrawal', 'upgrade', 'staff', 'provider']),
  amount: MinorUnits,
  currency: Currency,
  status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  reason: z.string(),
  requestedAt: z.iso.datetime(),
})
export type Refund = z.infer<typeof Refund>

export const listRefunds = endpoint('GET /api/purchases/:purchaseId/refunds', {
  summary: 'List the refunds of one of the member’s purchases, including pending ones',
  access: 'member',
  params: purchaseParams,
  response: z.array(Refund),
  refusals: { 'purchase-not-found': purchaseNotFound },
})

/** Reasons why an amount cannot be refunded. */
export const refundBlockers = {
  'refund-too-high': 'That’s more than is left to refund. Enter a smaller amount.',
  'purchase-disputed': 'The bank has reversed this payment for now. You can’t refund it until the dispute is decided.',
  'nothing-to-refund':
    'There’s nothing to refund: this purchase wasn’t paid for, or it has already been refunded in full.',
} as const

/** What can be refunded and what a refund would change, for staff. */
export const RefundPreview = z.object({
  reference: z.string(),
  packageTitle: z.string(),
  currency: Currency,
  total: MinorUnits,
  refunded: MinorUnits,
  /** The amount not yet refunded. */
  remainder: MinorUnits,
  isDisputed: z.boolean(),
  /** Number of upcoming bookings. They are cancelled if the package ends. */
  upcomingSessions: z.int(),
  refunds: z.array(Refund),
  /** True if the package is active, so that a full refund would end it. */
  hasAccess: z.boolean(),
  /** The effects of refunding the requested amount; null if no amount was given or it cannot be refunded. */
  meaning: z
    .object({
      amount: MinorUnits,
      /** The amount we keep. */
      left: MinorUnits,
      isWhole: z.boolean(),
      creditNote: z.object({ net: MinorUnits, tax: MinorUnits, total: MinorUnits }),
      /** If the package ends, no further months are charged. */
      endsSubscription: z.boolean(),
    })
    .nullable(),
  /** Why this amount cannot be refunded, or null. */
  blocker: z.enum(['refund-too-high', 'purchase-disputed', 'nothing-to-refund']).nullable(),
})
export type RefundPreview = z.infer<typeof RefundPreview>

export const previewRefund = endpoint('GET /api/admin/purchases/:purchaseId/refunds', {
  summary: 'Preview a refund: the refundable amount and the effects of the requested refund',
  access: 'administrator',
  params: purchaseParams,
  query: z.strictObject({ amount: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
  response: RefundPreview,
  refusals: { 'purchase-not-found': purchaseNotFound },
})

export const refundPurchase = endpoint('POST /api/admin/purchases/:purchaseId/refunds', {
  summary: 'Refund a purchase, fully or in part, with a reason',
  access: 'administrator',
  params: purchaseParams,
  body: z.strictObject({
    /** Idempotency key: repeating the same id returns the same refund. */
    requestId: z.uuid(),
    /** In minor units, no more than the amount left. */
    amount: z.int().positive('Enter an amount greater than 0'),
    reason: z.string().trim().min(1, 'Enter a reason').max(500),
    /** End the package now. A full refund always ends it. */
    endsAccess: z.boolean(),
    /**
     * The amount that could be refunded when the administrator opened the preview, used to detect a refund made in the
     * meantime.
     */
    expectedRemainder: z.int().optional(),
  }),
  response: Refund,
  message: 'The refund is on its way.',
  refusals: {
    'purchase-not-found': purchaseNotFound,
    'edited-elsewhere': 'Someone else has since refunded part of this purchase. Check the amounts again.',
    'request-used':
      'This page has already been used to refund a different purchase. Close it, open this purchase again and try again.',
    ...refundBlockers,
    ...confirmationNeeded,
  },
})
