import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** Who receives the payments: Stripe with live keys, Stripe with test keys, or our own sandbox. */
export const KeyKind = z.enum(['live', 'test', 'sandbox'])
export type KeyKind = z.infer<typeof KeyKind>

export const checkKeys = endpoint('POST /api/admin/payment-keys/check', {
  summary: 'Check the site’s keys with a read-only request to Stripe',
  access: 'administrator',
  response: z.object({ kind: KeyKind }),
  message: 'The payment provider accepted our keys.',
  refusals: {
    'no-keys':
      'No payment keys are set, so the site is in test mode and no one is charged. Set the three keys and restart the site.',
    'provider-unavailable': {
      status: 503,
      message: 'The payment provider didn’t answer, or rejected our secret key. The site’s log says which.',
    },
  },
})
