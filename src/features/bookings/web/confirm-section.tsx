import type { UseFormReturn } from 'react-hook-form'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { BookableSession, Booking } from '../contract.ts'
import { type BookingDraft, BookingForm } from './booking-form.tsx'
import { ConsultantName } from './consultant-panel.tsx'
import { ReservationPanel } from './reservation-panel.tsx'
import { SessionTime } from './session-time-panel.tsx'
import { Terms } from './terms-panel.tsx'
import { useReservation } from './use-reservation.ts'

type ConfirmSectionProps = {
  session: BookableSession
  consultantId: string | null
  startsAt: string
  timeZone: string
  form: UseFormReturn<BookingDraft>
  onBooked: (booking: Booking, message: string) => void
  onRefused: (reason: string, message: string) => void
  onOtherTime: () => void
}

/** The last step: the time is kept while the member says how to meet, and books. */
export function ConfirmSection({
  session,
  consultantId,
  startsAt,
  timeZone,
  form,
  onBooked,
  onRefused,
  onOtherTime,
}: ConfirmSectionProps) {
  const { entitlementId, lineKey, title, packageTitle, minutes } = session
  const choice = { entitlementId, lineKey, consultantId, startsAt }
  const { reservation, keepAgain } = useReservation(choice, onRefused)
  const chosen = session.consultants.find(({ id }) => id === consultantId)
  const consultant = reservation.state === 'reserved' ? reservation.consultant : chosen
  return (
    <Card className="grid max-w-3xl gap-6">
      <div className="grid gap-4">
        <div>
          <p className="font-medium text-primary-ink">{packageTitle}</p>
          <h3 className="mt-2 text-xl">{title}</h3>
        </div>
        <SessionTime startsAt={startsAt} endsAt={endOf(startsAt, minutes)} timeZone={timeZone} />
        {consultant ? <ConsultantName consultant={consultant} /> : null}
        <Terms startsAt={startsAt} timeZone={timeZone} />
      </div>
      {reservation.state === 'reserving' ? <p role="status">We are keeping this time for you…</p> : null}
      {reservation.state === 'failed' ? (
        <Alert tone="error">
          <p>{reservation.message}</p>
          <p>We do not keep this time for you, but you can book it as long as it is free.</p>
          <Button variant="quiet" size="small" className="mt-3" onClick={keepAgain}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {reservation.state === 'reserved' ? (
        <ReservationPanel keptUntil={reservation.keptUntil} onKeepAgain={keepAgain} />
      ) : null}
      <BookingForm
        // Whom the time is kept with is whom it is booked with.
        choice={{ ...choice, consultantId: consultant?.id ?? null }}
        form={form}
        onBooked={onBooked}
        onRefused={onRefused}
        onOtherTime={onOtherTime}
      />
    </Card>
  )
}

function endOf(startsAt: string, minutes: number): string {
  return new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
}
