import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** The form shows the same text next to the checkbox. */
export const acknowledgementNeeded = 'Tick this if you want your package to start now.'

export const startPackage = endpoint('POST /api/entitlements/:entitlementId/start', {
  summary: 'Start the member’s package before the chosen day and confirm the acknowledgement by email',
  access: 'member',
  params: z.strictObject({ entitlementId: z.uuid() }),
  body: z.strictObject({ version: z.string().max(40), acknowledged: z.boolean().default(false) }),
  response: z.null(),
  message: 'Your package has started.',
  refusals: {
    'package-not-found': { status: 404, message: 'We couldn’t find this package.' },
    'acknowledgement-needed': acknowledgementNeeded,
    'terms-changed': 'The terms have changed since you opened this page. Reload it and read them again.',
    'cannot-start': 'This package can’t be started now. Reload the page to see its current status.',
    'already-owned': 'You already have this package, so this one can’t start until your current one ends.',
  },
})
