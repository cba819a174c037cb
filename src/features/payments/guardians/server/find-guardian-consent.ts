import { maskAddress } from '#features/accounts/email-address/rules.ts'
import { getAccountDetails } from '#features/accounts/server/public.ts'
import { isGuardianConsentUsed } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Quote } from '../../checkout/contract.ts'
import type { GuardianConsent, GuardianRequest } from '../contract.ts'
import { decideRequestState } from '../rules.ts'
import { findLatestRequest } from './store.ts'

type ConsentLookup = { memberId: MemberId; now: Date; quote: Pick<Quote, 'package' | 'price'> }

/** Returns null if the member has not named a guardian, and so has not said they are under 18. */
export async function findGuardianConsent(
  db: Db,
  { memberId, now, quote }: ConsentLookup,
): Promise<GuardianConsent | null> {
  const { guardian } = await getAccountDetails(db, memberId)
  return guardian && { ...guardian, request: await findRequest(db, { memberId, now, quote }) }
}

async function findRequest(db: Db, { memberId, now, quote }: ConsentLookup): Promise<GuardianRequest> {
  const { id: packageId, version: packageVersion } = quote.package
  const { market, total } = quote.price
  const request = await findLatestRequest(db, memberId, { packageId, packageVersion, market, total })
  if (!request) return { state: 'none' }
  const { confirmedAt } = request
  const isUsed = confirmedAt !== null && (await isGuardianConsentUsed(db, memberId, packageId, confirmedAt))
  const state = decideRequestState(request, { now, isUsed })
  if (state === 'confirmed' && confirmedAt) return { state, confirmedAt: confirmedAt.toISOString() }
  if (state === 'waiting') {
    const { requestedAt, guardianEmail, expiresAt } = request
    return {
      state,
      askedAt: requestedAt.toISOString(),
      address: maskAddress(guardianEmail),
      endsAt: expiresAt.toISOString(),
    }
  }
  return { state: state === 'refused' ? 'refused' : 'none' }
}
