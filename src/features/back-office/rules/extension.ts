import { addSpan, endOfCompanyDay, startOfDay } from '#platform/shared/calendar.ts'
import { MOST_EXTENSION_DAYS } from '../contract/grant.ts'

type Package = { endsAt: Date; isCancelled: boolean; isSubscription: boolean }

type Decision =
  | { ok: true; endsAt: Date }
  | { ok: false; reason: 'changed-meanwhile' | 'package-over' | 'package-monthly' | 'not-longer' | 'too-far' }

/** Until the end of a day, where the package runs or is about to: what has expired does not come back by itself. */
export function decideExtension(
  { endsAt, isCancelled, isSubscription }: Package,
  { until, from, now }: { until: string; from: Date; now: Date },
): Decision {
  if (endsAt.getTime() !== from.getTime()) return { ok: false, reason: 'changed-meanwhile' }
  if (isCancelled || endsAt <= now) return { ok: false, reason: 'package-over' }
  if (isSubscription) return { ok: false, reason: 'package-monthly' }
  const end = endOfCompanyDay(startOfDay(until))
  if (end <= endsAt) return { ok: false, reason: 'not-longer' }
  return end > addSpan(now, { days: MOST_EXTENSION_DAYS })
    ? { ok: false, reason: 'too-far' }
    : { ok: true, endsAt: end }
}
