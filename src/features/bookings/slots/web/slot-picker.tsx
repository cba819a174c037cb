import { useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { addMonths, localDay, localMonth, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { LoadFailed } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { listFreeSlots } from '../contract.ts'
import { freeDays, monthOf, monthsToShow, slotsOfDay } from '../rules/calendar-days.ts'
import { SlotCalendar } from './slot-calendar.tsx'
import { NoSlots, SlotList } from './slot-list.tsx'

type SlotPickerProps = Omit<FreeSlotsQuery, 'month'> & {
  /** The session must start between these two. */
  from: string
  until: string
  chosenDay: string | null
  /** Why the chosen slot is not available. */
  problem: string | undefined
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** Lets the member choose day and time in their time zone. Loads the slots of one month at a time. */
export function SlotPicker({ from, until, chosenDay, problem, onDay, onTime, ...wanted }: SlotPickerProps) {
  const { timeZone } = wanted
  const [today] = useState(() => localDay(new Date(), timeZone))
  const first = [today, localDay(from, timeZone)].sort().at(-1) as string
  const [month, setMonth] = useState(() => monthOf([first, chosenDay ?? first].sort().at(-1) as string))
  const { free, refresh } = useFreeSlots({ ...wanted, month })

  const slots = free.state === 'known' ? free.slots : []
  const days = freeDays(slots, timeZone)
  const day = chosenDay && monthOf(chosenDay) === month ? chosenDay : [...days][0]
  const nextFree = free.state === 'known' ? free.nextFree : null
  const months = monthsToShow([
    first,
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
            <SlotList day={day} times={slotsOfDay(slots, day, timeZone)} timeZone={timeZone} onTime={onTime} />
          ) : (
            <SlotsNotice
              free={free}
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
  free: FreeSlots
  month: string
  timeZone: string
  laterMonth: string | null
  onMonth: (month: string) => void
  onRetry: () => void
}

/** Shown while slots load, after an error, or if there are none. */
function SlotsNotice({ free, onRetry, ...place }: SlotsNoticeProps) {
  if (free.state === 'loading') return <Spinner label="Looking for free times" className="size-8" />
  if (free.state === 'known') return <NoSlots nextFree={free.nextFree} {...place} />
  return <LoadFailed message={free.message} onRetry={onRetry} />
}

function describeTimeZones(timeZone: string): string {
  const own = `All times are in your time zone: ${zoneName(timeZone)}.`
  return timeZone === DEFAULT_TIME_ZONE ? own : `${own} ${zoneName(DEFAULT_TIME_ZONE)} stands under it.`
}

type FreeSlotsQuery = {
  entitlementId: string
  lineKey: string
  consultantId: string | null
  /** The booking to move. */
  moving?: string
  /** In the member's time zone, for example "2026-11". */
  month: string
  timeZone: string
}

type LoadedSlots = { state: 'known' } & ResponseOf<typeof listFreeSlots>

type FreeSlots = { state: 'loading' } | LoadedSlots | Failed

/** Loads the free slots of a month. `refresh` loads them again. */
function useFreeSlots({ entitlementId, lineKey, consultantId, moving, month, timeZone }: FreeSlotsQuery) {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ to: string; is: LoadedSlots | Failed }>()
  const question = [entitlementId, lineKey, consultantId, moving, month, timeZone, round].join(' ')

  useEffect(() => {
    const asking = new AbortController()
    const query = {
      entitlementId,
      lineKey,
      ...(consultantId && { consultantId }),
      ...(moving && { moving }),
      ...localMonth(month, timeZone),
    }
    const ask = async () => {
      const ending = await attempt(listFreeSlots, { query }, { signal: asking.signal })
      if (asking.signal.aborted) return
      setAnswer({ to: question, is: ending.state === 'done' ? { state: 'known', ...ending.value } : ending })
    }
    void ask()
    return () => asking.abort()
  }, [question, entitlementId, lineKey, consultantId, moving, month, timeZone])

  const free: FreeSlots = answer?.to === question ? answer.is : { state: 'loading' }
  return { free, refresh: () => setRound((before) => before + 1) }
}
