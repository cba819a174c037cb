import { addSpan, endOfCompanyDay, startOfDay } from '#platform/shared/calendar.ts'
import { MAX_EXTENSION_DAYS } from './contract.ts'

type ExtendablePackage = { endsAt: Date; isCancelled: boolean; isSubscription: boolean }

type Decision =
  | { ok: true; endsAt: Date }
  | { ok: false; reason: 'edited-elsewhere' | 'package-expired' | 'package-monthly' | 'not-longer' | 'too-far' }

/** Extends to the end of a day in London. Staff cannot extend an expired package; they grant a new one instead. */
export function decideExtension(
  { endsAt, isCancelled, isSubscription }: ExtendablePackage,
  { until, from, now }: { until: string; from: Date; now: Date },
): Decision {
  if (endsAt.getTime() !== from.getTime()) return { ok: false, reason: 'edited-elsewhere' }
  if (isCancelled || endsAt <= now) return { ok: false, reason: 'package-expired' }
  if (isSubscription) return { ok: false, reason: 'package-monthly' }
  const end = endOfCompanyDay(startOfDay(until))
  if (end <= endsAt) return { ok: false, reason: 'not-longer' }
  return end > addSpan(now, { days: MAX_EXTENSION_DAYS }) ? { ok: false, reason: 'too-far' } : { ok: true, endsAt: end }
}
