import { durationInWords } from '#features/catalogue/rules.ts'
import type { OwnedPackage } from '../contract.ts'
import { packageState } from '../rules.ts'
import type { EntitlementRow } from './entitlement-store.ts'
import type { StoredSubscription } from './subscription-store.ts'

/** A package as its owner sees it. */
export function showOwnedPackage(
  row: EntitlementRow,
  subscription: StoredSubscription | undefined,
  moment: Date,
): OwnedPackage {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    reference: row.reference,
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
    endedAt: endedAt?.toISOString() ?? null,
  }
}
