import { useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { CancellationTerms } from '../../cancellation/web/cancellation-terms.tsx'
import { SlotPicker } from '../../slots/web/slot-picker.tsx'
import { type BookableSession, moveBooking } from '../contract.ts'
import { ConsultantSection } from './consultant-section.tsx'
import { needsAnotherSlot, type ShownBooking } from './queries.ts'
import { type BookingChoiceState, useBookingChoice } from './use-booking-choice.ts'

type MoveSectionProps = { booking: ShownBooking; sessions: BookableSession[]; timeZone: string }

/** Moves a booking to another slot, optionally with another consultant. */
export function MoveSection({ booking, sessions, timeZone }: MoveSectionProps) {
  const choice = useBookingChoice()
  const { id, entitlementId, lineKey } = booking
  const line = sessions.find((candidate) => candidate.entitlementId === entitlementId && candidate.lineKey === lineKey)
  const move = useMoveBooking(booking)
  const step = useRef<HTMLElement>(null)
  useFocusOnStep(step, choice.time ? 'confirm' : 'choose')
  return (
    <section ref={step} tabIndex={-1} aria-labelledby="move" className="focus:outline-none">
      <Card className="grid gap-8">
        <h3 id="move" className="text-xl">
          Move this session
        </h3>
        {choice.time ? (
          <ConfirmMove booking={booking} time={choice.time} timeZone={timeZone} choice={choice} move={move} />
        ) : (
          <>
            <ConsultantSection
              consultants={line?.consultants ?? (booking.consultant ? [booking.consultant] : [])}
              chosenId={choice.consultantId}
              onChoose={choice.chooseConsultant}
            />
            <SlotPicker
              entitlementId={entitlementId}
              lineKey={lineKey}
              consultantId={choice.consultantId}
              moving={id}
              from={line?.from ?? booking.startsAt}
              until={line?.until ?? booking.endsAt}
              timeZone={timeZone}
              chosenDay={choice.day}
              problem={move.problem}
              onDay={choice.chooseDay}
              onTime={(startsAt) => {
                move.clearProblem()
                choice.chooseTime(startsAt)
              }}
            />
            <ButtonLink variant="quiet" to="?" preventScrollReset className="justify-self-start">
              Keep current time
            </ButtonLink>
          </>
        )}
      </Card>
    </section>
  )
}

type ConfirmMoveProps = {
  booking: ShownBooking
  time: string
  timeZone: string
  choice: BookingChoiceState
  move: ReturnType<typeof useMoveBooking>
}

function ConfirmMove({ booking, time, timeZone, choice, move }: ConfirmMoveProps) {
  return (
    <div className="grid max-w-prose gap-5">
      <p>
        Your session will move from {formatTimeWithZone(booking.startsAt, timeZone, booking.companyTimeZone)} to{' '}
        <strong className="font-semibold">{formatTimeWithZone(time, timeZone, booking.companyTimeZone)}</strong>.
      </p>
      <CancellationTerms startsAt={time} timeZone={timeZone} />
      {move.problem ? <Alert tone="error">{move.problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={choice.dropTime}>
          Choose another time
        </Button>
        <Button busy={move.isBusy} busyLabel="Moving…" onClick={() => void move.send(choice)}>
          Move to this time
        </Button>
      </div>
    </div>
  )
}

function useMoveBooking(booking: ShownBooking) {
  const { isBusy, problem, run, clear } = useAction({ toast: 'success' })
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()

  const send = async ({ time, consultantId, dropTime }: BookingChoiceState) => {
    if (!time) return
    const params = { bookingId: booking.id }
    const result = await run(() => attempt(moveBooking, { params, body: { startsAt: time, consultantId } }))
    if (!result) return
    if (result.state === 'failed') {
      if (!result.reason) return
      if (needsAnotherSlot(result.reason)) return dropTime()
      // The session itself has changed, and the reloaded page shows its new state.
      notify.error(result.message)
    }
    await navigate('?', { replace: true, preventScrollReset: true })
    await revalidate()
  }
  return { problem, isBusy, send, clearProblem: clear }
}
