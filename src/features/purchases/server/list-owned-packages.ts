import { durationInWords } from '#features/catalogue/rules.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { OwnedPackage } from '../contract.ts'
import { packageState } from '../rules.ts'
import { listEntitlementsOf } from './entitlement-store.ts'
import { listSubscriptionsOf, type StoredSubscription } from './subscription-store.ts'

export async function listOwnedPackages(
  { db, actor, now }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OwnedPackage[]; nextCursor: string | null }> {
  const moment = now()
  const rows = await listEntitlementsOf(db, actor.memberId, {
    now: moment,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  const subscriptions = await listSubscriptionsOf(db, actor.memberId)
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.starts_at, id: row.id }),
    (row) =>
      showOwned(
        row,
        subscriptions.find(({ id }) => id === row.subscription_id),
        moment,
      ),
  )
}

function showOwned(
  row: Awaited<ReturnType<typeof listEntitlementsOf>>[number],
  subscription: StoredSubscription | undefined,
  moment: Date,
): OwnedPackage {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    packageId: row.package_id,
    title: row.title,
    description: row.description,
    serviceType: row.service_type,
    duration: durationInWords({ weeks: row.span_weeks, months: row.span_months }, row.billing),
    image: row.image,
    state: packageState(
      {
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        cancelledAt: row.cancelled_at,
        status: row.status,
        subscription: subscription ?? null,
      },
      moment,
    ),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    subscription: subscription ? showSubscription(subscription) : null,
  }
}

function showSubscription({ id, status, price, periodEndsAt, cancelsAtPeriodEnd, endedAt }: StoredSubscription) {
  return {
    id,
    status,
    price,
    renewsAt: endedAt ? null : (periodEndsAt?.toISOString() ?? null),
    cancelsAtPeriodEnd,
  }
}
