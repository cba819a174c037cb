import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** The form shows the same text next to the box. */
export const acknowledgementNeeded = 'Please tick this if you want your package to start now.'

export const startPackage = endpoint('POST /api/entitlements/:entitlementId/start', {
  summary: 'Start a package of the member now, before the day that was chosen; by email, what was acknowledged',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  body: z.strictObject({ version: z.string().max(40), acknowledged: z.boolean().default(false) }),
  response: z.null(),
  message: 'Your package has started.',
  refusals: {
    'package-not-found': { status: 404, message: 'This package was not found.' },
    'acknowledgement-needed': acknowledgementNeeded,
    'terms-changed': 'The words have changed since you opened this page. Please load it again and read them.',
    'cannot-start': 'This package can’t be started now. Please load the page again to see how it is.',
    'already-owned': 'You have this package already, so the next one starts when that ends.',
  },
})
