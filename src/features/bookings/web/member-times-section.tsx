import { clockInZone, dayName, localDay } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { DAYS_SHOWN, useMemberTimes } from './use-member-times.ts'

type MemberTimesProps = {
  memberId: string
  wanted: { session: string; consultantId: string; day: string; startsAt: string }
  /** Higher, to ask again. */
  round: number
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** The free times of a few days, as the clocks of London show them. */
export function MemberTimesSection({ memberId, wanted, round, onDay, onTime }: MemberTimesProps) {
  const known = useMemberTimes({ memberId, ...wanted, round })
  return (
    <section aria-label="Times" className="grid gap-4">
      <TextField
        label="From this day on"
        hint={`${DAYS_SHOWN} days are shown, by the clocks of London.`}
        type="date"
        className="sm:max-w-60"
        value={wanted.day}
        onChange={({ target }) => onDay(target.value)}
      />
      {known ? null : <Spinner label="Looking for free times" />}
      {known?.state === 'failed' ? <Alert tone="error">{known.message}</Alert> : null}
      {known?.state === 'done' ? (
        <Times {...known.value} chosen={wanted.startsAt} onTime={onTime} onDay={onDay} />
      ) : null}
    </section>
  )
}

type TimesProps = {
  times: { startsAt: string }[]
  nextFree: string | null
  chosen: string
  onTime: (startsAt: string) => void
  onDay: (day: string) => void
}

function Times({ times, nextFree, chosen, onTime, onDay }: TimesProps) {
  if (times.length === 0)
    return (
      <p className="text-muted">
        Nothing is free in these days.{' '}
        {nextFree ? (
          <button
            type="button"
            className="link cursor-pointer"
            onClick={() => onDay(localDay(nextFree, DEFAULT_TIME_ZONE))}
          >
            The next free time is {formatMoment(nextFree)}
          </button>
        ) : null}
      </p>
    )
  const days = Map.groupBy(times, ({ startsAt }) => localDay(startsAt, DEFAULT_TIME_ZONE))
  return [...days].map(([day, ofDay]) => (
    <div key={day} className="grid gap-2">
      <h4 className="font-medium">{dayName(day)}</h4>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {ofDay.map(({ startsAt }) => (
          <li key={startsAt} className="grid">
            <button
              type="button"
              aria-pressed={startsAt === chosen}
              onClick={() => onTime(startsAt)}
              className={classNames(
                'min-h-11 cursor-pointer rounded-md border px-2 font-medium tabular-nums',
                startsAt === chosen ? 'border-secondary bg-info-soft' : 'border-field hover:border-secondary',
              )}
            >
              {clockInZone(startsAt, DEFAULT_TIME_ZONE)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  ))
}
