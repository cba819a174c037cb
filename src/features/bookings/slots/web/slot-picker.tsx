import { useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { addMonths, localDay, localMonth } from '#platform/shared/local-time.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { LoadFailed } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { listFreeSlots } from '../contract.ts'
import { filterDaySlots, freeDays, monthsToShow, toMonth } from '../rules/calendar-days.ts'
import { SlotCalendar } from './slot-calendar.tsx'
import { describeTimeZones, NoSlots, SlotList } from './slot-list.tsx'

type SlotPickerProps = Omit<FreeSlotsQuery, 'month'> & {
  /** The session must start between these two times. */
  from: string
  until: string
  chosenDay: string | null
  /** Why the chosen slot is not available. */
  problem: string | undefined
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** Lets the member choose a day and time in their time zone. Slots are loaded a month at a time. */
export function SlotPicker({ from, until, chosenDay, problem, onDay, onTime, ...query }: SlotPickerProps) {
  const { timeZone } = query
  const [today] = useState(() => localDay(new Date(), timeZone))
  const firstDay = [today, localDay(from, timeZone)].sort().at(-1) as string
  const [month, setMonth] = useState(() => toMonth([firstDay, chosenDay ?? firstDay].sort().at(-1) as string))
  const { freeSlots, refresh } = useFreeSlots({ ...query, month })

  const slots = freeSlots.state === 'loaded' ? freeSlots.slots : []
  const days = freeDays(slots, timeZone)
  const day = chosenDay && toMonth(chosenDay) === month ? chosenDay : [...days][0]
  const nextFree = freeSlots.state === 'loaded' ? freeSlots.nextFree : null
  const months = monthsToShow([
    firstDay,
    `${month}-01`,
    localDay(until, timeZone),
    nextFree && localDay(nextFree, timeZone),
  ])
  return (
    <section aria-labelledby="time" className="grid gap-4">
      <div>
        <h3 id="time" className="text-base font-medium">
          When?
        </h3>
        <p className="text-sm text-muted">{describeTimeZones(timeZone)}</p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[24rem_1fr]">
        <SlotCalendar
          month={month}
          {...months}
          today={today}
          chosenDay={day}
          freeDays={days}
          onMonth={setMonth}
          onDay={onDay}
        />
        <div>
          {slots.length > 0 && day ? (
            <SlotList day={day} times={filterDaySlots(slots, day, timeZone)} timeZone={timeZone} onTime={onTime} />
          ) : (
            <SlotsNotice
              freeSlots={freeSlots}
              month={month}
              timeZone={timeZone}
              laterMonth={month < months.last ? addMonths(month, 1) : null}
              onMonth={setMonth}
              onRetry={refresh}
            />
          )}
        </div>
      </div>
    </section>
  )
}

type SlotsNoticeProps = {
  freeSlots: FreeSlots
  month: string
  timeZone: string
  laterMonth: string | null
  onMonth: (month: string) => void
  onRetry: () => void
}

/** Shown while slots are loading, after an error, or if there are none. */
function SlotsNotice({ freeSlots, onRetry, ...monthProps }: SlotsNoticeProps) {
  if (freeSlots.state === 'loading') return <Spinner label="Finding free times" className="size-8" />
  if (freeSlots.state === 'loaded') return <NoSlots nextFree={freeSlots.nextFree} {...monthProps} />
  return <LoadFailed message={freeSlots.message} onRetry={onRetry} />
}

type FreeSlotsQuery = {
  entitlementId: string
  lineKey: string
  consultantId: string | null
  /** The booking being moved. */
  moving?: string
  /** In the member's time zone, for example "2026-11". */
  month: string
  timeZone: string
}

type LoadedSlots = { state: 'loaded' } & ResponseOf<typeof listFreeSlots>

type FreeSlots = { state: 'loading' } | LoadedSlots | Failed

/** Loads a month's free slots. `refresh` loads them again. */
function useFreeSlots({ entitlementId, lineKey, consultantId, moving, month, timeZone }: FreeSlotsQuery) {
  const [attemptNumber, setAttemptNumber] = useState(0)
  const [answer, setAnswer] = useState<{ requestKey: string; outcome: LoadedSlots | Failed }>()
  const requestKey = [entitlementId, lineKey, consultantId, moving, month, timeZone, attemptNumber].join(' ')

  useEffect(() => {
    const controller = new AbortController()
    const query = {
      entitlementId,
      lineKey,
      ...(consultantId && { consultantId }),
      ...(moving && { moving }),
      ...localMonth(month, timeZone),
    }
    const loadSlots = async () => {
      const result = await attempt(listFreeSlots, { query }, { signal: controller.signal })
      if (controller.signal.aborted) return
      setAnswer({ requestKey, outcome: result.state === 'done' ? { state: 'loaded', ...result.value } : result })
    }
    void loadSlots()
    return () => controller.abort()
  }, [requestKey, entitlementId, lineKey, consultantId, moving, month, timeZone])

  const freeSlots: FreeSlots = answer?.requestKey === requestKey ? answer.outcome : { state: 'loading' }
  return { freeSlots, refresh: () => setAttemptNumber((before) => before + 1) }
}
