import { companyDay, endOfCompanyDay, startOfDay } from '#platform/shared/calendar.ts'

type Package = { startsAt: Date; endsAt: Date }

/** As it stands in the record that the member can read. */
export const EXTENSION = 'No time was free before the package ended'

/** From now on, or from the package's start where that is to come: the days in which a session of it may begin. */
export function daysLeft({ startsAt, endsAt }: Package, now: Date): { from: number; until: number } {
  return { from: Math.max(startsAt.getTime(), now.getTime()), until: endsAt.getTime() }
}

/**
 * Who has their package extended (PRODUCT D22): whoever asks while somebody works before its end and all of that time
 * is taken, by others, elsewhere or by days off. After the last working hour only where no time of it was ever free:
 * whoever could have booked before does not get longer by waiting.
 */
export function earnsExtension({
  isFreeUntilEnd,
  isWorkUntilEnd,
  wasFreeBefore,
}: {
  isFreeUntilEnd: boolean
  isWorkUntilEnd: boolean
  wasFreeBefore: boolean
}): boolean {
  return !isFreeUntilEnd && (isWorkUntilEnd || !wasFreeBefore)
}

/**
 * Where nobody was free before the end, a package runs until the end of the first day after it on which somebody is
 * (PRODUCT D22). A session on that day extends it, one on a later day does not.
 * @returns the days after the end on which nobody may be free then, and the new end; null: it begins before the end
 */
export function decideExtension(
  owned: Pick<Package, 'endsAt'> & { minutes: number },
  startsAt: Date,
): { daysBefore: { from: number; until: number }; endsAt: Date } | null {
  if (startsAt < owned.endsAt) return null
  const itsDay = startOfDay(companyDay(startsAt)).getTime()
  const end = new Date(startsAt.getTime() + owned.minutes * 60_000)
  return { daysBefore: { from: owned.endsAt.getTime(), until: itsDay }, endsAt: endOfCompanyDay(end) }
}
