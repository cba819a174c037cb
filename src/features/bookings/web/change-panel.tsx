import { useState } from 'react'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import type { Consequence } from '../contract.ts'
import { consequenceInWords, laterSessionInWords } from '../rules/cancelling.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { ShownBooking } from './queries.ts'

type ChangeProps = { booking: ShownBooking; consequence: Consequence; timeZone: string }

/** PRODUCT D21: what moving and cancelling mean now, to be read before either is pressed. */
export function ChangePanel({ booking, consequence, timeZone }: ChangeProps) {
  const [isAsking, setAsking] = useState(false)
  const canMove = consequence.outcome === 'returned'
  const { laterSession } = booking
  return (
    <div className="grid max-w-prose gap-5">
      <p>{consequenceInWords(consequence, timeZone, booking.companyTimeZone)}</p>
      {laterSession ? <p>{laterSessionInWords(laterSession, timeZone, booking.companyTimeZone)}</p> : null}
      <div className="flex flex-wrap gap-3">
        {canMove ? (
          <ButtonLink variant="secondary" to={moveAddress(booking)} preventScrollReset>
            Move
          </ButtonLink>
        ) : null}
        {laterSession ? (
          <ButtonLink variant="quiet" to={`/portal/bookings/${laterSession.id}`}>
            Open the later session
          </ButtonLink>
        ) : (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Cancel this session
          </Button>
        )}
      </div>
      {isAsking ? (
        <CancelDialog
          booking={booking}
          consequence={consequence}
          timeZone={timeZone}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

function moveAddress({ consultant }: ShownBooking): string {
  return `?${new URLSearchParams({ change: 'time', ...(consultant && { consultant: consultant.id }) })}`
}
