import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { momentInWords } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type BookableSession, moveBooking } from '../contract.ts'
import { ConsultantSection } from './consultant-section.tsx'
import { isAboutTime, type ShownBooking } from './queries.ts'
import { Terms } from './terms-panel.tsx'
import { TimeSection } from './time-section.tsx'
import { useChoice } from './use-choice.ts'
import { useStep } from './use-step.ts'

type MoveSectionProps = { booking: ShownBooking; sessions: BookableSession[]; timeZone: string }

/** Another time for a session that is booked, with another consultant where the member likes. */
export function MoveSection({ booking, sessions, timeZone }: MoveSectionProps) {
  const choosing = useChoice()
  const { id, entitlementId, lineKey } = booking
  const line = sessions.find((one) => one.entitlementId === entitlementId && one.lineKey === lineKey)
  const move = useMove(booking)
  const step = useRef<HTMLElement>(null)
  useStep(step, choosing.time ? 'confirm' : 'choose')
  return (
    <section ref={step} tabIndex={-1} aria-labelledby="move" className="focus:outline-none">
      <Card className="grid gap-8">
        <h3 id="move" className="text-xl">
          Move this session
        </h3>
        {choosing.time ? (
          <div className="grid max-w-prose gap-5">
            <p>
              From {momentInWords(booking.startsAt, timeZone, booking.companyTimeZone)} to{' '}
              <strong className="font-semibold">
                {momentInWords(choosing.time, timeZone, booking.companyTimeZone)}
              </strong>
              .
            </p>
            <Terms startsAt={choosing.time} timeZone={timeZone} />
            {move.problem ? <Alert tone="error">{move.problem.message}</Alert> : null}
            <div className="grid gap-3 sm:grid-cols-2">
              <Button variant="quiet" onClick={choosing.dropTime}>
                Choose another time
              </Button>
              <Button busy={move.isBusy} busyLabel="Moving…" onClick={() => void move.send(choosing)}>
                Move to this time
              </Button>
            </div>
          </div>
        ) : (
          <>
            <ConsultantSection
              consultants={line?.consultants ?? (booking.consultant ? [booking.consultant] : [])}
              chosenId={choosing.consultantId}
              onChoose={choosing.chooseConsultant}
            />
            <TimeSection
              entitlementId={entitlementId}
              lineKey={lineKey}
              consultantId={choosing.consultantId}
              moving={id}
              from={line?.from ?? booking.startsAt}
              until={line?.until ?? booking.endsAt}
              timeZone={timeZone}
              chosenDay={choosing.day}
              problem={move.problem?.message}
              onDay={choosing.chooseDay}
              onTime={(startsAt) => {
                move.forgetProblem()
                choosing.chooseTime(startsAt)
              }}
            />
            <ButtonLink variant="quiet" to="?" preventScrollReset className="justify-self-start">
              Keep the present time
            </ButtonLink>
          </>
        )}
      </Card>
    </section>
  )
}

type NewTime = { time: string | null; consultantId: string | null; dropTime: () => void }

/** Moves the session, and shows it at its new time. */
function useMove(booking: ShownBooking) {
  const [problem, setProblem] = useState<{ message: string }>()
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()

  const send = async ({ time, consultantId, dropTime }: NewTime) => {
    if (!time) return
    setBusy(true)
    setProblem(undefined)
    const params = { bookingId: booking.id }
    const ending = await attempt(moveBooking, { params, body: { startsAt: time, consultantId } })
    setBusy(false)
    if (ending.state === 'failed') {
      setProblem(ending)
      if (!ending.reason) return
      if (isAboutTime(ending.reason)) return dropTime()
      // What can be done with the session has changed: the page says so.
      notify.error(ending.message)
    } else {
      notify.success(ending.message)
    }
    await navigate('?', { replace: true, preventScrollReset: true })
    await revalidate()
  }
  return { problem, isBusy, send, forgetProblem: () => setProblem(undefined) }
}
