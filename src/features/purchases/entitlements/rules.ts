import { addSpan } from '#platform/shared/calendar.ts'
import type { PurchaseStatus, SubscriptionStatus } from '../contract.ts'
import type { OwnedPackage, PackageState } from './contract.ts'

/** A package whose start or end date has passed. */
type Dated = Parameters<typeof packageState>[0] & {
  grantedAt: Date | null
  /** Whether the subscription has other months. */
  hasEarlierMonth: boolean
  hasLaterMonth: boolean
}

/** `later`: left for a later run of the job to decide. */
export type NotificationDecision = 'notify' | 'never' | 'later'

/**
 * No notification is sent for an immediate start, which the purchase confirmation already announces, or for later
 * months, which are renewals.
 */
export function decideStartNotification(dated: Dated, now: Date): NotificationDecision {
  const { startsAt, grantedAt, hasEarlierMonth } = dated
  const state = packageState(dated, now)
  if (state === 'suspended' || state === 'scheduled') return 'later'
  if (state === 'cancelled' || hasEarlierMonth) return 'never'
  return grantedAt !== null && startsAt > grantedAt ? 'notify' : 'never'
}

/** A cancellation has its own notification. The end of a month is not announced if another may follow. */
export function decideEndNotification(dated: Dated, now: Date): NotificationDecision {
  if (dated.hasLaterMonth) return 'never'
  const state = packageState(dated, now)
  if (state === 'cancelled') return 'never'
  return state === 'expired' ? 'notify' : 'later'
}

/**
 * For this many days after a paid period, while we try to collect the next month, a package is past due instead of
 * over.
 */
export const GRACE_DAYS = 7

export function graceEnd(paidUntil: Date): Date {
  return addSpan(paidUntil, { days: GRACE_DAYS })
}

/** True if another month is expected. Stripe takes at least an hour to collect the payment after a period ends. */
function isRenewing({ status, cancelsAtPeriodEnd }: Renewing): boolean {
  return status === 'past_due' || (status === 'active' && !cancelsAtPeriodEnd)
}

type Renewing = { status: SubscriptionStatus; cancelsAtPeriodEnd: boolean }

/** The state of an owned package in the portal (PRODUCT D11). */
export function packageState(
  {
    startsAt,
    endsAt,
    cancelledAt,
    status,
    subscription,
  }: {
    startsAt: Date
    endsAt: Date
    cancelledAt: Date | null
    status: PurchaseStatus | null
    /** Set if this is the subscription's latest period to have started. */
    subscription: Renewing | null
  },
  now: Date,
): PackageState {
  if (cancelledAt || status === 'refunded') return 'cancelled'
  if (status === 'disputed') return 'suspended'
  if (now < startsAt) return 'scheduled'
  const mayBeUsed = now < endsAt || (subscription && isRenewing(subscription) && now < graceEnd(endsAt))
  if (!mayBeUsed) return 'expired'
  return subscription?.status === 'past_due' ? 'past_due' : 'active'
}

/** True if the package's sessions can be booked. They cannot be in scheduled packages or unpaid months. */
export function isUsable({ state, endsAt }: { state: PackageState; endsAt: Date }, now: Date): boolean {
  return state !== 'scheduled' && state !== 'cancelled' && state !== 'suspended' && now < endsAt
}

type Owned = Pick<OwnedPackage, 'state' | 'isUsable'> & {
  subscription: Pick<NonNullable<OwnedPackage['subscription']>, 'status' | 'cancelsAtPeriodEnd'> | null
}

/**
 * Explains what the member can use and why sessions cannot be booked; null if they can, or if the package is cancelled.
 */
export function formatNotice({ state, isUsable, subscription }: Owned): string | null {
  if (isUsable || state === 'cancelled') return null
  if (state === 'scheduled') return 'You can’t use or book anything in this package until it starts.'
  if (state === 'suspended') {
    return 'Your bank is reviewing your payment, so this package is on hold. Until the bank decides, you can’t book or move sessions, and we’ve paused our work on the package. Sessions you’ve already booked will go ahead, and you can still cancel them.'
  }
  if (subscription?.status === 'past_due') {
    return 'The payment for your subscription is due. You can’t book sessions until it’s paid. We’ll carry on with what you’ve already paid for.'
  }
  if (subscription?.status === 'active' && !subscription.cancelsAtPeriodEnd) {
    return state === 'expired'
      ? 'This month is over, and your subscription continues with the next one.'
      : 'We’re taking the payment for your next month. You can book sessions again once it’s paid.'
  }
  return 'You can no longer book sessions in this package. We’ll still deliver anything else we owe you.'
}
