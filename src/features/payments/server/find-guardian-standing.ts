import { maskedAddress } from '#features/accounts/rules.ts'
import { readAccountDetails } from '#features/accounts/server/public.ts'
import { isGuardiansYesUsed } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { GuardianRequest, GuardianStanding } from '../contract/guardian.ts'
import type { Quote } from '../contract.ts'
import { judgeRequest } from '../rules/guardian.ts'
import { findLatestRequest } from './guardian-store.ts'

type Asking = { memberId: MemberId; now: Date; quote: Pick<Quote, 'package' | 'price'> }

/** Null for whoever has named no guardian, and so has not said that they are under 18. */
export async function findGuardianStanding(db: Db, { memberId, now, quote }: Asking): Promise<GuardianStanding | null> {
  const { guardian } = await readAccountDetails(db, memberId)
  return guardian && { ...guardian, request: await findRequest(db, { memberId, now, quote }) }
}

async function findRequest(db: Db, { memberId, now, quote }: Asking): Promise<GuardianRequest> {
  const { id: packageId, version: packageVersion } = quote.package
  const { market, total } = quote.price
  const asked = await findLatestRequest(db, memberId, { packageId, packageVersion, market, total })
  if (!asked) return { state: 'none' }
  const { confirmedAt } = asked
  const isUsed = confirmedAt !== null && (await isGuardiansYesUsed(db, memberId, packageId, confirmedAt))
  const state = judgeRequest(asked, { now, isUsed })
  if (state === 'confirmed' && confirmedAt) return { state, confirmedAt: confirmedAt.toISOString() }
  if (state === 'waiting') {
    const { requestedAt, email, expiresAt } = asked
    return { state, askedAt: requestedAt.toISOString(), address: maskedAddress(email), endsAt: expiresAt.toISOString() }
  }
  return { state: state === 'refused' ? 'refused' : 'none' }
}
