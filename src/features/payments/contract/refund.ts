import { z } from 'zod'
import { confirmationNeeded } from '#features/accounts/contract/session.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'

const notFound = { status: 404, message: 'This purchase was not found.' } as const
const away = {
  status: 503,
  message: 'Our payment provider cannot be reached. Please try again in a minute: nothing is given back twice.',
} as const

/** What cancelling within the 14 days would mean, to be read before the button (PRODUCT D21). */
export const Withdrawal = z.object({
  /** Why nothing can be cancelled, or null. */
  obstacle: z.enum(['business', 'too-late', 'not-paid', 'fully-delivered', 'given-back', 'renewal']).nullable(),
  /** The last moment of the 14 days. */
  until: z.iso.datetime(),
  currency: Currency,
  paid: MinorUnits,
  refund: MinorUnits,
  /** How many sessions are booked and have not begun: they are cancelled with it, and cost nothing. */
  comingSessions: z.int(),
  /** How the part that was received was counted. */
  counting: z.discriminatedUnion('by', [
    z.object({ by: z.literal('nothing-used') }),
    z.object({ by: z.literal('days'), used: z.int(), of: z.int() }),
    z.object({
      by: z.literal('lines'),
      lines: z.array(z.object({ title: z.string(), used: z.int(), promised: z.int() })),
    }),
  ]),
})
export type Withdrawal = z.infer<typeof Withdrawal>

const purchaseParams = z.strictObject({ purchaseId: z.uuid() })

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/api/purchases/:purchaseId/withdrawal',
  summary: 'What cancelling this package within the 14 days would give back',
  access: 'member',
  params: purchaseParams,
  response: Withdrawal,
  refusals: { 'purchase-not-found': notFound },
})

/** Money on its way back, or there. */
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

export const withdraw = endpoint({
  method: 'POST',
  path: '/api/purchases/:purchaseId/withdrawal',
  summary: 'Cancel a package within the 14 days: its access ends, and the money goes back',
  access: 'member',
  params: purchaseParams,
  /** Only compared with the server's figure. */
  body: z.strictObject({ expectedRefund: z.int() }),
  response: Refund.nullable(),
  message: 'Your package is cancelled. We have sent you an email with the figures.',
  refusals: {
    'purchase-not-found': notFound,
    'cannot-withdraw': 'This package cannot be cancelled any more. Please write to us if you think that is wrong.',
    'refund-changed': 'What you get back has changed since you opened this page. Please read it again.',
    'provider-away': away,
  },
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/purchases/:purchaseId/refunds',
  summary: 'What was given back of a purchase of the member, and what is on its way',
  access: 'member',
  params: purchaseParams,
  response: z.array(Refund),
  refusals: { 'purchase-not-found': notFound },
})

/** Why an amount cannot be given back. */
export const refundObstacles = {
  'refund-too-high': 'This is more than is left of the payment.',
  'purchase-disputed': 'The bank has taken this payment back for now. A refund is possible once that is decided.',
  'nothing-to-refund': 'Nothing was paid, or everything was given back already.',
} as const

/** For staff: what can be given back, and what it would do. */
export const RefundPreview = z.object({
  reference: z.string(),
  packageTitle: z.string(),
  currency: Currency,
  total: MinorUnits,
  refunded: MinorUnits,
  /** What is left to give back. */
  remainder: MinorUnits,
  isDisputed: z.boolean(),
  /** How many sessions are booked and have not begun: they are cancelled where the package ends. */
  comingSessions: z.int(),
  refunds: z.array(Refund),
  /** Its package runs, and would end with the whole of it. */
  hasAccess: z.boolean(),
  /** What giving back so much as was asked about would do; null where nothing was asked, or it cannot be done. */
  meaning: z
    .object({
      amount: MinorUnits,
      /** What stays of the payment. */
      left: MinorUnits,
      isWhole: z.boolean(),
      creditNote: z.object({ net: MinorUnits, tax: MinorUnits, total: MinorUnits }),
      /** No further month is charged where the package ends. */
      endsSubscription: z.boolean(),
    })
    .nullable(),
  /** Why so much cannot be given back, or null. */
  obstacle: z.enum(['refund-too-high', 'purchase-disputed', 'nothing-to-refund']).nullable(),
})
export type RefundPreview = z.infer<typeof RefundPreview>

export const previewRefund = endpoint({
  method: 'GET',
  path: '/api/admin/purchases/:purchaseId/refunds',
  summary: 'What can be given back of a purchase, and what giving back some amount would do',
  access: 'administrator',
  params: purchaseParams,
  query: z.strictObject({ amount: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
  response: RefundPreview,
  refusals: { 'purchase-not-found': notFound },
})

export const refundPurchase = endpoint({
  method: 'POST',
  path: '/api/admin/purchases/:purchaseId/refunds',
  summary: 'Give money back: the whole remainder or a part of it, with the reason',
  access: 'administrator',
  params: purchaseParams,
  body: z.strictObject({
    /** One press is one request: the same number again is the same refund. */
    requestId: z.uuid(),
    /** Minor units, at most the remainder. */
    amount: z.int().positive('Enter an amount above nothing'),
    reason: z.string().trim().min(1, 'Please say why').max(500),
    /** The package ends now. A whole refund always ends it. */
    endsAccess: z.boolean(),
    /** What was left of the payment when somebody read what this means: whoever comes later than another is told. */
    expectedRemainder: z.int().optional(),
  }),
  response: Refund,
  message: 'The money is on its way back.',
  refusals: {
    'purchase-not-found': notFound,
    'changed-meanwhile':
      'Somebody else has given money of this purchase back meanwhile. Please look at the figures once more.',
    'request-used': 'A refund of another purchase was asked for from this page. Please open it again.',
    ...refundObstacles,
    ...confirmationNeeded,
  },
})
