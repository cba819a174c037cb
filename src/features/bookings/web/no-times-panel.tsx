import { localDay, momentInWords } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Button } from '#platform/web/ui/button.tsx'

type NoTimesProps = {
  month: string
  /** Nobody is free before the package ends, but then. */
  nextFree: string | null
  timeZone: string
  /** A month after this one in which a session may be held. */
  laterMonth: string | null
  onMonth: (month: string) => void
}

/** Nothing is free in the month that is shown: where to look instead. */
export function NoTimes({ month, nextFree, timeZone, laterMonth, onMonth }: NoTimesProps) {
  if (nextFree) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <p>
          Nobody is free before your package ends. The next free time is{' '}
          {momentInWords(nextFree, timeZone, DEFAULT_TIME_ZONE)}: your package runs until then by itself if you book it.
        </p>
        <Button variant="quiet" size="small" onClick={() => onMonth(localDay(nextFree, timeZone).slice(0, 7))}>
          See the times
        </Button>
      </div>
    )
  }
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <p>Nothing is free in {monthName(month)}.</p>
      {laterMonth ? (
        <Button variant="quiet" size="small" onClick={() => onMonth(laterMonth)}>
          See {monthName(laterMonth)}
        </Button>
      ) : (
        <p className="text-muted">Please choose another consultant, or look again tomorrow.</p>
      )}
    </div>
  )
}

const monthWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthName(month: string): string {
  return monthWords.format(new Date(`${month}-15T12:00:00Z`))
}
