import { useRef, useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { fetchOwnedPackages } from '#features/purchases/web/public.tsx'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { PageError } from '#platform/web/ui/page-error.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { Booking } from '../../contract.ts'
import { SlotPicker } from '../../slots/web/slot-picker.tsx'
import { type BookableSession, listBookableSessions, releaseSlot } from '../contract.ts'
import { findChosenSession } from '../rules.ts'
import { useBookingDraft } from './booking-form.tsx'
import { ConfirmSection } from './confirm-section.tsx'
import { ConsultantSection } from './consultant-section.tsx'
import { NoSessionsPanel } from './no-sessions-panel.tsx'
import { loadTimeZone, needsAnotherSlot, skipRevalidationOnSearch } from './queries.ts'
import { SessionSection } from './session-section.tsx'
import { type BookingChoiceState, useBookingChoice } from './use-booking-choice.ts'

export const meta = privateMeta('Book a session')

export const clientLoader = pageLoader(async () => {
  const [sessions, packages, timeZone] = await Promise.all([
    load(listBookableSessions),
    fetchOwnedPackages(),
    loadTimeZone(),
  ])
  return { sessions, packages: packages.items, timeZone }
})

export const shouldRevalidate = skipRevalidationOnSearch

export function ErrorBoundary() {
  return (
    <>
      <BackLink to="/portal/bookings">My Bookings</BackLink>
      <PageError />
    </>
  )
}

/** Booking page: choose session, consultant and slot, then how to meet. */
export default function NewBookingPage() {
  const { sessions, packages, timeZone } = useLoaderData<typeof clientLoader>()
  const choosing = useBookingChoice()
  const session = findChosenSession(sessions, choosing)
  const [problem, setProblem] = useState<Problem>()
  const canBook = sessions.some(({ blocker }) => blocker === null)
  return (
    <>
      <BackLink to="/portal/bookings">My Bookings</BackLink>
      <h2 className="text-2xl">Book a session</h2>
      {/* Shown here because the page may have no sessions left to choose from. */}
      {problem?.about === 'session' ? <SessionProblem message={problem.message} /> : null}
      {canBook ? (
        <Flow {...{ sessions, session, choosing, timeZone, problem, setProblem }} />
      ) : (
        <NoSessionsPanel sessions={sessions} packages={packages} />
      )}
    </>
  )
}

type FlowProps = {
  sessions: BookableSession[]
  session: BookableSession | undefined
  choosing: BookingChoiceState
  timeZone: string
  problem: Problem | undefined
  setProblem: (problem: Problem | undefined) => void
}

type Problem = { about: 'session' | 'time'; message: string }

/** The chosen session is no longer available, usually because it was booked in another tab. */
function SessionProblem({ message }: { message: string }) {
  return (
    <Alert tone="error">
      <p>{message}</p>
      <Link to="/portal/bookings" className="link">
        See what you have booked
      </Link>
    </Alert>
  )
}

function Flow({ sessions, session, choosing, timeZone, problem, setProblem }: FlowProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // Kept here so that the entered details survive choosing another slot.
  const { form, forget } = useBookingDraft()
  const step = useRef<HTMLDivElement>(null)
  const { time } = choosing
  useFocusOnStep(step, session && time ? 'confirm' : 'choose')

  const isBooked = useRef(false)
  const refuse = (reason: string, message: string) => {
    // Already booked, so a late reply to the reservation request does not matter.
    if (isBooked.current) return
    setProblem({ about: needsAnotherSlot(reason) ? 'time' : 'session', message })
    choosing.dropTime()
    if (!needsAnotherSlot(reason)) void revalidate()
  }
  const leaveTime = () => {
    choosing.dropTime()
    // If this request fails, the reservation expires anyway.
    void attempt(releaseSlot)
  }
  const showBooked = ({ id }: Booking, message: string) => {
    isBooked.current = true
    forget()
    notify.success(message)
    void navigate(`/portal/bookings/${id}`, { replace: true, state: { isJustBooked: true } })
  }

  return (
    <div ref={step} tabIndex={-1} className="focus:outline-none">
      {session && time ? (
        <ConfirmSection
          session={session}
          consultantId={choosing.consultantId}
          startsAt={time}
          timeZone={timeZone}
          form={form}
          onBooked={showBooked}
          onRefused={refuse}
          onOtherTime={leaveTime}
        />
      ) : (
        <ChoosePart
          sessions={sessions}
          session={session}
          choosing={choosing}
          timeZone={timeZone}
          problem={problem}
          onChange={() => setProblem(undefined)}
        />
      )}
    </div>
  )
}

type ChoosePartProps = Omit<FlowProps, 'setProblem'> & { onChange: () => void }

function ChoosePart({ sessions, session, choosing, timeZone, problem, onChange }: ChoosePartProps) {
  return (
    <Card className="grid gap-8">
      <SessionSection
        sessions={sessions}
        chosen={session}
        timeZone={timeZone}
        onChoose={(one) => {
          onChange()
          choosing.chooseSession(one)
        }}
      />
      {session ? (
        <ConsultantSection
          consultants={session.consultants}
          chosenId={choosing.consultantId}
          onChoose={choosing.chooseConsultant}
        />
      ) : null}
      {session && session.consultants.length > 0 ? (
        <SlotPicker
          key={`${session.entitlementId} ${session.lineKey}`}
          entitlementId={session.entitlementId}
          lineKey={session.lineKey}
          consultantId={choosing.consultantId}
          from={session.from}
          until={session.until}
          timeZone={timeZone}
          chosenDay={choosing.day}
          problem={problem?.about === 'time' ? problem.message : undefined}
          onDay={choosing.chooseDay}
          onTime={(startsAt) => {
            onChange()
            choosing.chooseTime(startsAt, session)
          }}
        />
      ) : null}
    </Card>
  )
}
