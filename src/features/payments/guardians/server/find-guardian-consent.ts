import { maskAddress } from '#features/accounts/email-address/rules.ts'
import { getAccountDetails } from '#features/accounts/server/public.ts'
import { isGuardianConsentUsed } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Quote } from '../../checkout/contract.ts'
import type { GuardianConsent, GuardianRequest, OpenConsent } from '../contract.ts'
import { agreementEndsAt, decideRequestState } from '../rules.ts'
import { findLatestRequest, listLatestRequests } from './store.ts'

type ConsentLookup = { memberId: MemberId; now: Date; quote: Pick<Quote, 'package' | 'price'> }

/** Returns null if the member has not named a guardian, and so has not said they are under 18. */
export async function findGuardianConsent(
  db: Db,
  { memberId, now, quote }: ConsentLookup,
): Promise<GuardianConsent | null> {
  const { guardian } = await getAccountDetails(db, memberId)
  return guardian && { ...guardian, request: await findRequest(db, { memberId, now, quote }) }
}

/** For the member's dashboard: what waits for the guardian, or for the payment after their agreement. */
export async function listOpenConsents(db: Db, memberId: MemberId, now: Date): Promise<OpenConsent[]> {
  const consents = await Promise.all(
    (await listLatestRequests(db, memberId)).map(async ({ packageId, packageTitle, market, ...request }) => {
      const { confirmedAt, expiresAt } = request
      const isUsed = confirmedAt !== null && (await isGuardianConsentUsed(db, memberId, packageId, confirmedAt))
      const state = decideRequestState(request, { now, isUsed })
      if (state !== 'waiting' && state !== 'confirmed') return []
      const until = confirmedAt ? agreementEndsAt(confirmedAt) : expiresAt
      return { packageId, packageTitle, market, until: until.toISOString(), hasAgreed: confirmedAt !== null }
    }),
  )
  return consents.flat()
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
