import { clockInZone, dayName, isSameClock, localDay, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { partsOfDay } from '../rules/choice.ts'

type TimesListProps = {
  day: string
  times: { startsAt: string; clock: string }[]
  timeZone: string
  onTime: (startsAt: string) => void
}

/** The free times of one day. */
export function TimesList({ day, times, timeZone, onTime }: TimesListProps) {
  return (
    <div className="grid gap-5">
      <h4 aria-live="polite" className="font-medium">
        {dayName(day)}
      </h4>
      {times.length === 0 ? <p className="text-muted">Nothing is free on this day any more.</p> : null}
      {partsOfDay(times).map((part) => (
        <div key={part.name}>
          <h5 className="mb-2 text-sm text-muted">{part.name}</h5>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,45%),1fr))] gap-2">
            {part.times.map(({ startsAt, clock }) => (
              <li key={startsAt} className="grid">
                <button
                  type="button"
                  onClick={() => onTime(startsAt)}
                  className="min-h-12 cursor-pointer rounded-md border border-field px-[min(0.5rem,1vw)] py-2 text-center leading-tight font-medium tabular-nums hover:border-secondary hover:bg-info-soft"
                >
                  {clock} <Beside startsAt={startsAt} timeZone={timeZone} />
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

/** What the clocks of the company show then, where it is something else: as short as a button is. */
function Beside({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  if (isSameClock(startsAt, timeZone, DEFAULT_TIME_ZONE)) return null
  const isOtherDay = localDay(startsAt, timeZone) !== localDay(startsAt, DEFAULT_TIME_ZONE)
  return (
    <span className="block text-sm font-normal text-muted">
      {isOtherDay ? `${weekday.format(new Date(startsAt))} ` : null}
      {clockInZone(startsAt, DEFAULT_TIME_ZONE)} <span className="sr-only">{zoneName(DEFAULT_TIME_ZONE)}</span>
    </span>
  )
}
