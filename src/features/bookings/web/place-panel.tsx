import { Phone, Video } from 'lucide-react'
import type { Booking } from '../contract.ts'

/** Where a session is held. The way in is there from booking on, and gone with the session. */
export function SessionPlace({ booking: { place, meetingUrl, phone, state } }: { booking: Booking }) {
  if (place === 'phone') {
    return (
      <p className="flex items-start gap-[min(0.625rem,2.5vw)]">
        <Phone aria-hidden="true" className="mt-0.5 size-[min(1.25rem,6vw)] shrink-0 text-muted" />
        <span>
          By phone: we call you on{' '}
          {phone ? (
            <span className="inline-block text-[min(1em,6.4vw)] tabular-nums">{phone}</span>
          ) : (
            'the number of your profile'
          )}
        </span>
      </p>
    )
  }
  return (
    <p className="flex items-start gap-[min(0.625rem,2.5vw)]">
      <Video aria-hidden="true" className="mt-0.5 size-[min(1.25rem,6vw)] shrink-0 text-muted" />
      <span>{state === 'booked' ? <WayIn meetingUrl={meetingUrl} /> : 'Online'}</span>
    </p>
  )
}

function WayIn({ meetingUrl }: { meetingUrl: string | null }) {
  // Whatever else might stand there is no address to send anybody to.
  if (!meetingUrl?.startsWith('https://'))
    return 'Online. The link stands here as soon as your consultant has entered it.'
  return (
    <>
      Online:{' '}
      <a href={meetingUrl} target="_blank" rel="noopener noreferrer" className="link">
        Join the meeting<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  )
}
