import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** The receiver of payments: Stripe with live keys, Stripe with test keys, or our own sandbox. */
export const KeyKind = z.enum(['live', 'test', 'sandbox'])
export type KeyKind = z.infer<typeof KeyKind>

export const checkKeys = endpoint('POST /api/admin/payment-keys/check', {
  summary: 'Ask the payment provider something that changes nothing, with the keys of the site',
  access: 'administrator',
  response: z.object({ kind: KeyKind }),
  message: 'The payment provider answers, and takes our keys.',
  refusals: {
    'no-keys':
      'No keys of a payment provider are set: the site is in test mode, and nobody is charged. Set the three keys, and start the site again.',
    'provider-unavailable': {
      status: 503,
      message:
        'The payment provider does not answer, or does not take our secret key. The log of the site says which of the two it is.',
    },
  },
})
