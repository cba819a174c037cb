import { Clock, Phone, Video } from 'lucide-react'
import { clockElsewhere, clockInZone, dayInZone, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Booking, SessionConsultant } from '../../contract.ts'

export function ConsultantName({ consultant }: { consultant: SessionConsultant | null }) {
  if (!consultant) return <p className="text-muted">This consultant no longer works with us.</p>
  return (
    // If the text is large, the name wraps below the picture on phones, rather than breaking within a word.
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <ConsultantPicture consultant={consultant} className="size-9 text-sm" />
      <span className="min-w-0 flex-1 basis-40">with {consultant.displayName}</span>
    </p>
  )
}

/** The consultant's portrait, or their initial. Hidden from screen readers because the name follows. */
export function ConsultantPicture({ consultant, className }: { consultant: SessionConsultant; className: string }) {
  const [initial = '?'] = consultant.displayName.trim()
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-line leading-none font-semibold text-ink',
        className,
      )}
    >
      {consultant.picture ? (
        <img src={consultant.picture} alt="" className="photograph size-full object-cover" />
      ) : (
        initial
      )}
    </span>
  )
}

/** How the session is held. The meeting link is shown only if the session is booked. */
export function SessionPlace({ booking: { place, meetingUrl, phone, state } }: { booking: Booking }) {
  if (place === 'phone') {
    return (
      <p className="flex items-start gap-[min(0.625rem,2.5vw)]">
        <Phone aria-hidden="true" className="mt-0.5 size-[min(1.25rem,6vw)] shrink-0 text-muted" />
        <span>
          By phone: we’ll call you on{' '}
          {phone ? (
            <span className="inline-block text-[min(1em,6.4vw)] tabular-nums">{phone}</span>
          ) : (
            'the number in your profile'
          )}
        </span>
      </p>
    )
  }
  return (
    <p className="flex items-start gap-[min(0.625rem,2.5vw)]">
      <Video aria-hidden="true" className="mt-0.5 size-[min(1.25rem,6vw)] shrink-0 text-muted" />
      <span>{state === 'booked' ? <MeetingLink meetingUrl={meetingUrl} /> : 'Online'}</span>
    </p>
  )
}

function MeetingLink({ meetingUrl }: { meetingUrl: string | null }) {
  // Never link to any other scheme, such as `javascript:`.
  if (!meetingUrl?.startsWith('https://')) return 'Online. The link will appear here once your consultant adds it.'
  return (
    <>
      Online:{' '}
      <a href={meetingUrl} target="_blank" rel="noopener noreferrer" className="link">
        Join the meeting<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  )
}

type SessionTimeProps = {
  startsAt: string
  endsAt: string
  /** The member's time zone. */
  timeZone: string
  companyZone?: string
}

/** Shows the session in the member's time zone, and in the company's if it is different (PRODUCT D18). */
export function SessionTime({ startsAt, endsAt, timeZone, companyZone = DEFAULT_TIME_ZONE }: SessionTimeProps) {
  const companyTime = clockElsewhere(startsAt, timeZone, companyZone)
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
          {companyTime ? ` (${companyTime})` : null}
        </span>
      </span>
    </p>
  )
}
