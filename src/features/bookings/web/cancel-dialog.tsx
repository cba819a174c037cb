import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { momentInWords } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Consequence, cancelBooking } from '../contract.ts'
import { consequenceInWords } from '../rules/cancelling.ts'
import type { ShownBooking } from './queries.ts'

type CancelDialogProps = { booking: ShownBooking; consequence: Consequence; timeZone: string; onClose: () => void }

/** The last question, with the consequence that counts. Where it has changed, the page is read anew and asks again. */
export function CancelDialog({ booking, consequence, timeZone, onClose }: CancelDialogProps) {
  const { outcome } = consequence
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(cancelBooking, { params: { bookingId: booking.id }, body: { outcome } })
    if (ending.state === 'done') notify.success(words[outcome].done)
    else setProblem(ending.message)
    // Where no answer came, the page would not come either.
    if (ending.state === 'done' || ending.reason) await revalidate()
    setBusy(false)
    if (ending.state === 'done') onClose()
  }
  return (
    <Dialog title="Cancel this session?" onClose={onClose}>
      <div className="grid gap-5">
        <p>
          {booking.title}, {momentInWords(booking.startsAt, timeZone, booking.companyTimeZone)}.
        </p>
        <p className="font-medium">{consequenceInWords(consequence, timeZone, booking.companyTimeZone)}</p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Keep my session
          </Button>
          <Button variant="danger" busy={isBusy} busyLabel="Cancelling…" onClick={cancel}>
            {words[outcome].button}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const words = {
  returned: {
    button: 'Cancel, get it back',
    done: 'Your session is cancelled. It is back in your package.',
  },
  forfeited: {
    button: 'Cancel, it counts as used',
    done: 'Your session is cancelled. It counts as used.',
  },
} satisfies Record<Consequence['outcome'], { button: string; done: string }>
