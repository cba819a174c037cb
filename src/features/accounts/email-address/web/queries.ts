import { attempt } from '#platform/web/attempt.ts'
import { refreshMember } from '../../sessions/web/queries.ts'
import { resendVerification } from '../contract.ts'

export async function resendVerificationLink() {
  const ending = await attempt(resendVerification)
  // The address was confirmed elsewhere, so refresh the member's details to hide the banner.
  if (ending.state === 'failed' && ending.reason === 'email-already-verified')
    await refreshMember().catch(() => undefined)
  return ending
}
