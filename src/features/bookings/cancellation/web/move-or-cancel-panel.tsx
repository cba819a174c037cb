import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { attempt, isAnswered } from '#platform/web/attempt.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { ShownBooking } from '../../booking/web/queries.ts'
import { type CancellationTerms, cancelBooking } from '../contract.ts'
import { describeCancellation, describeLaterSession } from '../rules.ts'

type MoveOrCancelPanelProps = { booking: ShownBooking; cancellationTerms: CancellationTerms; timeZone: string }

/** Shows the consequences before the member moves or cancels, as PRODUCT D21 requires. */
export function MoveOrCancelPanel({ booking, cancellationTerms, timeZone }: MoveOrCancelPanelProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { laterSession, isOnHold } = booking
  const canMove = cancellationTerms.outcome === 'returned' && !isOnHold
  return (
    <div className="grid max-w-prose gap-5">
      <p>{describeCancellation(cancellationTerms, timeZone, booking.companyTimeZone)}</p>
      {isOnHold ? (
        <p>
          Your bank is reviewing the payment for this package. Until it decides, you can cancel this session but not
          move it.
        </p>
      ) : null}
      {laterSession ? <p>{describeLaterSession(laterSession, timeZone, booking.companyTimeZone)}</p> : null}
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
          <Button variant="quiet" onClick={() => setConfirming(true)}>
            Cancel this session
          </Button>
        )}
      </div>
      {isConfirming ? (
        <CancelDialog
          booking={booking}
          cancellationTerms={cancellationTerms}
          timeZone={timeZone}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </div>
  )
}

function moveAddress({ consultant }: ShownBooking): string {
  return `?${new URLSearchParams({ change: 'time', ...(consultant && { consultant: consultant.id }) })}`
}

type CancelDialogProps = {
  booking: ShownBooking
  cancellationTerms: CancellationTerms
  timeZone: string
  onClose: () => void
}

/**
 * Asks the member to confirm the cancellation and what it means for the session. If the terms have changed, the page
 * reloads and asks again.
 */
function CancelDialog({ booking, cancellationTerms, timeZone, onClose }: CancelDialogProps) {
  const { outcome } = cancellationTerms
  const { revalidate } = useRevalidator()
  const action = useAction({
    reload: async (result) => {
      if (result.state === 'done') notify.success(outcomeTexts[outcome].message)
      if (isAnswered(result)) await revalidate()
    },
  })
  const params = { bookingId: booking.id }
  const cancel = () => action.run(() => attempt(cancelBooking, { params, body: { outcome } }), onClose)
  return (
    <ConfirmDialog
      title="Cancel this session?"
      act={outcomeTexts[outcome].button}
      busyLabel="Cancelling…"
      variant="danger"
      keep="Keep my session"
      action={action}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        {booking.title}, {formatTimeWithZone(booking.startsAt, timeZone, booking.companyTimeZone)}.
      </p>
      <p className="font-medium">{describeCancellation(cancellationTerms, timeZone, booking.companyTimeZone)}</p>
    </ConfirmDialog>
  )
}

const outcomeTexts = {
  returned: {
    button: 'Cancel and get this session back',
    message: 'Session cancelled. It’s back in your package.',
  },
  forfeited: {
    button: 'Cancel and lose this session',
    message: 'Session cancelled. It counts as used.',
  },
} satisfies Record<CancellationTerms['outcome'], { button: string; message: string }>
