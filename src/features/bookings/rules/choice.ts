import type { OwnedPackage } from '#features/purchases/contract.ts'
import { clockInZone, localDay } from '#platform/shared/local-time.ts'
import type { BookableSession, Booking } from '../contract.ts'

/** Which session is meant where an address, or nothing yet, names it: the only one that can be booked needs no choice. */
export function chosenSession(
  sessions: BookableSession[],
  { entitlementId, lineKey }: { entitlementId: string | null; lineKey: string | null },
): BookableSession | undefined {
  const open = sessions.filter(({ obstacle }) => obstacle === null)
  const ofPackage = open.filter((session) => !entitlementId || session.entitlementId === entitlementId)
  if (lineKey) return ofPackage.find((session) => session.lineKey === lineKey)
  return entitlementId || ofPackage.length === 1 ? ofPackage[0] : undefined
}

/** What to book after a session: first of all of the same package. */
export function nextSession(sessions: BookableSession[], booking: Booking): BookableSession | undefined {
  const open = sessions.filter(({ obstacle }) => obstacle === null)
  return open.find(({ entitlementId }) => entitlementId === booking.entitlementId) ?? open[0]
}

/** The free times of a day of a zone, with what the clocks there show. */
export function timesOfDay<Time extends { startsAt: string }>(
  times: Time[],
  day: string,
  timeZone: string,
): (Time & { clock: string })[] {
  return times
    .filter(({ startsAt }) => localDay(startsAt, timeZone) === day)
    .map((time) => ({ ...time, clock: clockInZone(time.startsAt, timeZone) }))
}

/** A long list of times as people speak of a day; parts without a time are left out. */
export function partsOfDay<Time extends { clock: string }>(times: Time[]): { name: string; times: Time[] }[] {
  const parts = [
    { name: 'Morning', before: '12' },
    { name: 'Afternoon', before: '17' },
    { name: 'Evening', before: '24' },
  ]
  return parts
    .map(({ name, before }, index) => {
      const from = parts[index - 1]?.before ?? '00'
      return { name, times: times.filter(({ clock }) => clock >= from && clock < before) }
    })
    .filter((part) => part.times.length > 0)
}

/** The days of a zone on which something is free. */
export function freeDays(times: { startsAt: string }[], timeZone: string): Set<string> {
  return new Set(times.map(({ startsAt }) => localDay(startsAt, timeZone)))
}

/** "2026-11", of "2026-11-27". */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** From the first month in which something may be held to the last: every one of these days has to be in sight. */
export function monthsToShow(days: (string | null)[]): { first: string; last: string } {
  const months = days
    .filter((day) => day !== null)
    .map(monthOf)
    .sort()
  return { first: months.at(0) ?? '', last: months.at(-1) ?? '' }
}

type Owned = Pick<OwnedPackage, 'id' | 'title' | 'subscription'>

/** What can be booked of a package. */
export function sessionsOf(owned: Owned, sessions: BookableSession[]): BookableSession[] {
  return sessionLinesOf(owned, sessions).filter(({ obstacle }) => obstacle === null)
}

/** Its kinds of sessions. Of a subscription its first month may hold some that a later one does not grant again. */
export function sessionLinesOf({ id, title, subscription }: Owned, sessions: BookableSession[]): BookableSession[] {
  return sessions.filter(
    ({ entitlementId, packageTitle }) => entitlementId === id || (subscription !== null && packageTitle === title),
  )
}
