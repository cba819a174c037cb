import { HOUR_MS } from '#platform/shared/durations.ts'
import { localDay } from '#platform/shared/local-time.ts'

const MAX_DAYS_SHOWN = 3
const MAX_SLOTS_A_DAY = 2
/** Slots are minutes apart, and a choice between 9:00 and 9:15 is none. */
const MIN_GAP_MS = 3 * HOUR_MS

/** Chooses a few of the first free slots, spread over days and within a day. @param slots in order */
export function pickFirstSlots<Slot extends { startsAt: string }>(
  slots: Slot[],
  timeZone: string,
): { day: string; slots: Slot[] }[] {
  const byDay = Map.groupBy(slots, ({ startsAt }) => localDay(startsAt, timeZone))
  return [...byDay].slice(0, MAX_DAYS_SHOWN).map(([day, daySlots]) => ({ day, slots: spread(daySlots) }))
}

function spread<Slot extends { startsAt: string }>(slots: Slot[]): Slot[] {
  const chosen: Slot[] = []
  for (const slot of slots) {
    const last = chosen.at(-1)
    const isApart = !last || Date.parse(slot.startsAt) - Date.parse(last.startsAt) >= MIN_GAP_MS
    if (isApart && chosen.length < MAX_SLOTS_A_DAY) chosen.push(slot)
  }
  return chosen
}
