import type { MemberContext } from '#platform/server/context.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { startTerms } from '../../rules.ts'
import { findCompletion } from '../../server/completion-store.ts'
import { packageStartedEmail } from '../../server/emails.ts'
import { lockPurchaseSubscription } from '../../server/period-store.ts'
import { lockPurchase } from '../../server/refund-store.ts'
import type * as contract from '../contract.ts'
import { canStartNow, decideEarlyStart } from '../rules.ts'
import { findPurchaseOfPackage, hasOverlappingPackage, lockWaitingPackage, saveEarlyStart } from './store.ts'

/**
 * "Start now", at any time before the chosen day (PRODUCT D19). A repeated request is refused, so the package starts
 * only once.
 */
export async function startPackage(
  context: MemberContext,
  entitlementId: string,
  { version, acknowledged }: BodyOf<typeof contract.startPackage>,
): Promise<null> {
  const { db, actor, publicUrl } = context
  const purchaseId = await findPurchaseOfPackage(db, actor.memberId, entitlementId)
  if (purchaseId === undefined) throw new Refused('package-not-found')
  if (purchaseId === null) throw new Refused('cannot-start')
  if (!acknowledged) throw new Refused('acknowledgement-needed')
  if (version !== startTerms.version) throw new Refused('terms-changed')
  await db.transaction().execute(async (tx) => {
    // Lock in the same order as when recording a paid month.
    await lockPurchaseSubscription(tx, purchaseId)
    const purchase = await lockPurchase(tx, purchaseId)
    const waiting = await lockWaitingPackage(tx, purchaseId)
    const now = context.now()
    if (!purchase || !canStartNow({ ...waiting, agreement: purchase, status: purchase.status }, now))
      throw new Refused('cannot-start')
    const start = decideEarlyStart(waiting, now)
    if (await hasOverlappingPackage(tx, entitlementId, start)) throw new Refused('already-owned')
    await saveEarlyStart(tx, { ...start, purchaseId, version })
    const completion = await findCompletion(tx, purchaseId)
    if (completion)
      await queueEmail(tx, context, `package-start:${purchaseId}`, packageStartedEmail({ ...completion, publicUrl }))
  })
  return null
}
