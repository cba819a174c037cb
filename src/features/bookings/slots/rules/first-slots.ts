import { HOUR_MS } from '#platform/shared/durations.ts'
import { clockInZone, localDay } from '#platform/shared/local-time.ts'
import { isTooLateToMove } from '../../cancellation/rules.ts'

const MAX_DAYS_SHOWN = 3
const MAX_SLOTS_A_DAY = 2
/** Slots are minutes apart, and a choice between 9:00 and 9:15 is none. */
const MIN_GAP_MS = 3 * HOUR_MS

type Slot = { startsAt: string }

/**
 * Chooses a few of the first free slots, spread over days and within a day. One press books them, so it prefers those
 * that can still be moved, and in the member's daytime. @param slots in order
 */
export function pickFirstSlots<AnySlot extends Slot>(
  slots: AnySlot[],
  timeZone: string,
  now: Date,
): { day: string; slots: AnySlot[] }[] {
  const movable = slots.filter(({ startsAt }) => !isTooLateToMove({ startsAt: new Date(startsAt) }, now))
  const [preferred = []] = [movable.filter((slot) => isInDaytime(slot, timeZone)), movable, slots].filter(isNotEmpty)
  const byDay = Map.groupBy(preferred, ({ startsAt }) => localDay(startsAt, timeZone))
  return [...byDay].slice(0, MAX_DAYS_SHOWN).map(([day, daySlots]) => ({ day, slots: spread(daySlots) }))
}

function isInDaytime({ startsAt }: Slot, timeZone: string): boolean {
  const clock = clockInZone(startsAt, timeZone)
  return clock >= '08:00' && clock < '21:00'
}

function isNotEmpty(list: unknown[]): boolean {
  return list.length > 0
}

function spread<AnySlot extends Slot>(slots: AnySlot[]): AnySlot[] {
  const chosen: AnySlot[] = []
  for (const slot of slots) {
    const last = chosen.at(-1)
    const isApart = !last || Date.parse(slot.startsAt) - Date.parse(last.startsAt) >= MIN_GAP_MS
    if (isApart && chosen.length < MAX_SLOTS_A_DAY) chosen.push(slot)
  }
  return chosen
}
