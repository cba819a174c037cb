import { Clock } from 'lucide-react'
import { clockElsewhere, clockInZone, dayInZone, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'

type SessionTimeProps = {
  startsAt: string
  endsAt: string
  /** The member's. */
  timeZone: string
  companyZone?: string
}

/** When a session is held: in the member's zone, named, with the company's time where it differs (PRODUCT D18). */
export function SessionTime({ startsAt, endsAt, timeZone, companyZone = DEFAULT_TIME_ZONE }: SessionTimeProps) {
  const beside = clockElsewhere(startsAt, timeZone, companyZone)
  return (
    <p className="flex items-start gap-2.5">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        <span className="block font-medium">
          <time dateTime={startsAt}>
            {dayInZone(startsAt, timeZone)}, {clockInZone(startsAt, timeZone)} to {clockInZone(endsAt, timeZone)}
          </time>
        </span>
        <span className="block text-sm text-muted">
          {zoneName(timeZone)}
          {beside ? ` (${beside})` : null}
        </span>
      </span>
    </p>
  )
}
