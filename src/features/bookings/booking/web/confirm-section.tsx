import { MINUTE_MS } from '#platform/shared/durations.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CancellationTerms } from '../../cancellation/web/cancellation-terms.tsx'
import type { BookableSession } from '../contract.ts'
import { BookingForm, type BookingFormProps } from './booking-form.tsx'
import { ReservationPanel, useReservation } from './reservation-panel.tsx'
import { ConsultantName, SessionTime } from './session-details.tsx'

type ConfirmSectionProps = Omit<BookingFormProps, 'choice'> & {
  session: BookableSession
  consultantId: string | null
  startsAt: string
  timeZone: string
}

/** The last step: reserves the slot while the member chooses how to meet, then books it. */
export function ConfirmSection({ session, consultantId, startsAt, timeZone, ...formProps }: ConfirmSectionProps) {
  const { entitlementId, lineKey, title, packageTitle, minutes } = session
  const choice = { entitlementId, lineKey, consultantId, startsAt }
  const { reservation, renew } = useReservation(choice, formProps.onRefused)
  const chosenConsultant = session.consultants.find(({ id }) => id === consultantId)
  const consultant = reservation.state === 'reserved' ? reservation.consultant : chosenConsultant
  return (
    <Card className="grid max-w-3xl gap-6">
      <div className="grid gap-4">
        <div>
          <p className="font-medium text-primary-ink">{packageTitle}</p>
          <h3 className="mt-2 text-xl">{title}</h3>
        </div>
        <SessionTime startsAt={startsAt} endsAt={toEndTime(startsAt, minutes)} timeZone={timeZone} />
        {consultant ? <ConsultantName consultant={consultant} /> : null}
        <CancellationTerms startsAt={startsAt} timeZone={timeZone} />
      </div>
      {reservation.state === 'reserving' ? <p role="status">Holding this time for you…</p> : null}
      {reservation.state === 'failed' ? (
        <Alert tone="error">
          <p>{reservation.message}</p>
          <p>We couldn’t hold this time for you, but you can still book it while it’s free.</p>
          <Button variant="quiet" size="small" className="mt-3" onClick={renew}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {reservation.state === 'reserved' ? <ReservationPanel expiresAt={reservation.expiresAt} onRenew={renew} /> : null}
      <BookingForm
        // Books the consultant who was reserved, not just the first free one.
        choice={{ ...choice, consultantId: consultant?.id ?? null }}
        {...formProps}
      />
    </Card>
  )
}

function toEndTime(startsAt: string, minutes: number): string {
  return new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString()
}
