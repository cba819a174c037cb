import {
  clockInZone,
  dayName,
  formatTimeWithZone,
  isSameClock,
  localDay,
  zoneName,
} from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { groupByPartOfDay } from '../rules/calendar-days.ts'

type NoSlotsProps = {
  month: string
  /** The next free slot, which is after the package ends. */
  nextFree: string | null
  timeZone: string
  /** A later month in which the session can still be held. */
  laterMonth: string | null
  onMonth: (month: string) => void
}

/** Shown if there is no free slot in the month. Suggests where to look instead. */
export function NoSlots({ month, nextFree, timeZone, laterMonth, onMonth }: NoSlotsProps) {
  if (nextFree) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <p>
          No one is free before your package ends. The next free time is {formatTimeWithZone(nextFree, timeZone)}. Book
          it and we’ll extend your package automatically.
        </p>
        <Button variant="quiet" size="small" onClick={() => onMonth(localDay(nextFree, timeZone).slice(0, 7))}>
          See times
        </Button>
      </div>
    )
  }
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <p>No times are free in {monthName(month)}.</p>
      {laterMonth ? (
        <Button variant="quiet" size="small" onClick={() => onMonth(laterMonth)}>
          See {monthName(laterMonth)}
        </Button>
      ) : (
        <NewTimesPromise />
      )}
    </div>
  )
}

/** PRODUCT D28: what happens next, and by when. */
export function NewTimesPromise() {
  return (
    <p>
      New times will appear here as soon as a consultant adds them.{' '}
      <Link to="/contact" className="link">
        Message us
      </Link>{' '}
      and we’ll reply within two working days with a time for you. If no one is free before your package ends, we’ll
      extend it automatically.
    </p>
  )
}

const monthWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthName(month: string): string {
  return monthWords.format(new Date(`${month}-15T12:00:00Z`))
}

type SlotListProps = {
  day: string
  times: { startsAt: string; clock: string }[]
  timeZone: string
  onTime: (startsAt: string) => void
}

export function SlotList({ day, times, timeZone, onTime }: SlotListProps) {
  return (
    <div className="grid gap-5">
      <h4 aria-live="polite" className="font-medium">
        {dayName(day)}
      </h4>
      {times.length === 0 ? <p className="text-muted">No times left on this day.</p> : null}
      {groupByPartOfDay(times).map((partOfDay) => (
        <div key={partOfDay.name}>
          <h5 className="mb-2 text-sm text-muted">{partOfDay.name}</h5>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,45%),1fr))] gap-2">
            {partOfDay.times.map(({ startsAt, clock }) => (
              <li key={startsAt} className="grid">
                <button
                  type="button"
                  onClick={() => onTime(startsAt)}
                  className="min-h-12 cursor-pointer rounded-md border border-field px-[min(0.5rem,1vw)] py-2 text-center leading-tight font-medium tabular-nums hover:border-secondary-ink hover:bg-info-soft"
                >
                  {clock} <CompanyTime startsAt={startsAt} timeZone={timeZone} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: DEFAULT_TIME_ZONE })

/** The company's local time, if it differs. Kept short because it is inside a button. */
export function CompanyTime({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  if (isSameClock(startsAt, timeZone, DEFAULT_TIME_ZONE)) return null
  const isOtherDay = localDay(startsAt, timeZone) !== localDay(startsAt, DEFAULT_TIME_ZONE)
  return (
    <span className="block text-sm font-normal text-muted">
      {isOtherDay ? `${weekday.format(new Date(startsAt))} ` : null}
      {clockInZone(startsAt, DEFAULT_TIME_ZONE)} <span className="sr-only">{zoneName(DEFAULT_TIME_ZONE)}</span>
    </span>
  )
}

export function describeTimeZones(timeZone: string): string {
  const ownZone = `Times are in your time zone: ${zoneName(timeZone)}.`
  return timeZone === DEFAULT_TIME_ZONE ? ownZone : `${ownZone} ${zoneName(DEFAULT_TIME_ZONE)} is shown below each one.`
}
