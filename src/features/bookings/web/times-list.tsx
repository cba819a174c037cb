import { companyClock, dayName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'

type TimesListProps = {
  day: string
  times: { startsAt: string; clock: string }[]
  timeZone: string
  onTime: (startsAt: string) => void
}

/** The free times of one day. */
export function TimesList({ day, times, timeZone, onTime }: TimesListProps) {
  return (
    <>
      <h4 aria-live="polite" className="mb-3 font-medium">
        {dayName(day)}
      </h4>
      {times.length === 0 ? <p className="text-muted">Nothing is free on this day any more.</p> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {times.map(({ startsAt, clock }) => (
          <li key={startsAt} className="grid">
            <button
              type="button"
              onClick={() => onTime(startsAt)}
              className="min-h-12 cursor-pointer rounded-md border border-field px-3 py-2 text-center font-medium tabular-nums hover:border-secondary hover:bg-info-soft"
            >
              {clock} <Beside startsAt={startsAt} timeZone={timeZone} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Beside({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const beside = companyClock(startsAt, timeZone, DEFAULT_TIME_ZONE)
  return beside ? <span className="block text-sm font-normal text-muted">{beside}</span> : null
}
