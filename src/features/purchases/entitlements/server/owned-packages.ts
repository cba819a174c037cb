import { formatDuration } from '#features/catalogue/rules.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { canStartNow } from '../../early-start/rules.ts'
import { hasOverlappingPackage } from '../../early-start/server/store.ts'
import { startTerms } from '../../rules.ts'
import { hasLaterMonth } from '../../server/refund-store.ts'
import { findPurchase } from '../../server/store.ts'
import {
  findMemberSubscription,
  listMemberSubscriptions,
  type StoredSubscription,
} from '../../server/subscription-store.ts'
import type * as contract from '../contract.ts'
import type { OwnedPackage } from '../contract.ts'
import { formatNotice, isUsable, packageState } from '../rules.ts'
import {
  type EntitlementRow,
  findMemberEntitlement,
  listMemberEntitlements,
  listPackageLines,
  listPackageMonths,
} from './store.ts'

export async function getOwnedPackage(
  { db, actor, now }: MemberContext,
  entitlementId: string,
): Promise<ResponseOf<typeof contract.getOwnedPackage>> {
  const owned = await findOwnedPackage(db, actor.memberId, entitlementId, now())
  if (!owned) throw new Refused('package-not-found')
  return {
    ...owned,
    startTerms: (await isStartable(db, owned, now())) ? startTerms : null,
    lines: await listOwnedLines(db, await listPackageMonths(db, entitlementId)),
  }
}

/** @param months the packages whose lines are added up */
export async function listOwnedLines(db: Db, months: string[]): Promise<contract.OwnedLine[]> {
  const lines = await listPackageLines(db, months)
  return lines.map(({ isUnlimited, granted, left, ...line }) => ({
    ...line,
    granted: isUnlimited ? null : granted,
    left: isUnlimited ? null : left,
  }))
}

async function isStartable(db: Db, { id, purchaseId, state, startsAt, endsAt }: contract.OwnedPackage, now: Date) {
  const purchase = purchaseId && state === 'scheduled' ? await findPurchase(db, purchaseId) : undefined
  const waiting = purchase && { agreement: purchase, status: purchase.status, startsAt: new Date(startsAt) }
  if (!waiting || !canStartNow({ ...waiting, cancelledAt: null }, now)) return false
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  return !(await hasOverlappingPackage(db, id, { startsAt: now, endsAt: new Date(now.getTime() + length) }))
}

export async function findOwnedPackage(
  db: Db,
  memberId: MemberId,
  entitlementId: string,
  now: Date,
): Promise<contract.OwnedPackage | undefined> {
  const row = await findMemberEntitlement(db, memberId, entitlementId)
  if (!row) return undefined
  const subscription = row.subscriptionId ? await findMemberSubscription(db, memberId, row.subscriptionId) : undefined
  const isNewest = row.purchaseId === null || !(await hasLaterMonth(db, row.purchaseId))
  return showOwnedPackage(row, subscription, now, isNewest)
}

export async function listOwnedPackages(
  { db, actor, now }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OwnedPackage[]; nextCursor: string | null }> {
  const moment = now()
  const rows = await listMemberEntitlements(db, actor.memberId, {
    now: moment,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  const subscriptions = await listMemberSubscriptions(db, actor.memberId)
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.startsAt, id: row.id }),
    (row) =>
      showOwnedPackage(
        row,
        subscriptions.find(({ id }) => id === row.subscriptionId),
        moment,
      ),
  )
}

/**
 * @param isNewest false if a later month of the subscription has been paid for, so that payment for this month is not
 * due
 */
function showOwnedPackage(
  row: EntitlementRow,
  subscription: StoredSubscription | undefined,
  moment: Date,
  isNewest = true,
): OwnedPackage {
  const { startsAt, endsAt, cancelledAt, status } = row
  const renewal = (isNewest && subscription) || null
  const state = packageState({ startsAt, endsAt, cancelledAt, status, subscription: renewal }, moment)
  const canBook = isUsable({ state, endsAt }, moment)
  return {
    ...row,
    duration: formatDuration({ weeks: row.spanWeeks, months: row.spanMonths }, row.billing),
    state,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isUsable: canBook,
    notice: formatNotice({ state, isUsable: canBook, subscription: subscription ?? null }),
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
