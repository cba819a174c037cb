import { useState } from 'react'
import { addMonths, localDay, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { freeDays, monthOf, monthsToShow, timesOfDay } from '../rules/choice.ts'
import { CalendarPanel } from './calendar-panel.tsx'
import { NoTimes } from './no-times-panel.tsx'
import { TimesList } from './times-list.tsx'
import { type FreeTimes, type TimesWanted, useFreeTimes } from './use-free-times.ts'

type TimeSectionProps = Omit<TimesWanted, 'month'> & {
  /** A session must begin between these two. */
  from: string
  until: string
  chosenDay: string | null
  /** Why the time that was chosen cannot be had. */
  problem: string | undefined
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** Which day and which time, in the member's zone. The free times of one month are asked for at once. */
export function TimeSection({ from, until, chosenDay, problem, onDay, onTime, ...wanted }: TimeSectionProps) {
  const { timeZone } = wanted
  const [today] = useState(() => localDay(new Date(), timeZone))
  const first = [today, localDay(from, timeZone)].sort().at(-1) as string
  const [month, setMonth] = useState(() => monthOf([first, chosenDay ?? first].sort().at(-1) as string))
  const { free, refresh } = useFreeTimes({ ...wanted, month })

  const times = free.state === 'known' ? free.times : []
  const days = freeDays(times, timeZone)
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
        <p className="text-sm text-muted">{zonesInWords(timeZone)}</p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[24rem_1fr]">
        <CalendarPanel
          month={month}
          {...months}
          today={today}
          chosenDay={day}
          freeDays={days}
          onMonth={setMonth}
          onDay={onDay}
        />
        <div>
          {times.length > 0 && day ? (
            <TimesList day={day} times={timesOfDay(times, day, timeZone)} timeZone={timeZone} onTime={onTime} />
          ) : (
            <NothingToChoose
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

type NothingToChooseProps = {
  free: FreeTimes
  month: string
  timeZone: string
  laterMonth: string | null
  onMonth: (month: string) => void
  onRetry: () => void
}

/** The times are not here yet, or could not be had, or there are none. */
function NothingToChoose({ free, onRetry, ...place }: NothingToChooseProps) {
  if (free.state === 'loading') return <Spinner label="Looking for free times" className="size-8" />
  if (free.state === 'known') return <NoTimes nextFree={free.nextFree} {...place} />
  return (
    <Alert tone="error">
      <p>{free.message}</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}

function zonesInWords(timeZone: string): string {
  const own = `All times are in your time zone: ${zoneName(timeZone)}.`
  return timeZone === DEFAULT_TIME_ZONE ? own : `${own} ${zoneName(DEFAULT_TIME_ZONE)} stands under it.`
}
