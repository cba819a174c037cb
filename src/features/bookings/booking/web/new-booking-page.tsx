import { useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { fetchOwnedPackages } from '#features/purchases/web/public.tsx'
import { dayInZone } from '#platform/shared/local-time.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageError } from '#platform/web/ui/page-error.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { Booking } from '../../contract.ts'
import { SlotPicker } from '../../slots/web/slot-picker.tsx'
import { type BookableSession, listBookableSessions, releaseSlot } from '../contract.ts'
import { describeBlocker, findChosenSession, isBookable, toSessionKey } from '../rules.ts'
import { useBookingDraft } from './booking-form.tsx'
import { ConfirmSection } from './confirm-section.tsx'
import { ConsultantSection } from './consultant-section.tsx'
import { NoSessionsPanel } from './no-sessions-panel.tsx'
import { loadTimeZone, needsAnotherSlot, skipRevalidationOnSearch } from './queries.ts'
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

/** Booking page: choose a session, consultant and slot, then how to meet. */
export default function NewBookingPage() {
  const { sessions, packages, timeZone } = useLoaderData<typeof clientLoader>()
  const choice = useBookingChoice()
  const session = findChosenSession(sessions, choice)
  const [problem, setProblem] = useState<Problem>()
  return (
    <>
      <BackLink to="/portal/bookings">My Bookings</BackLink>
      <h2 className="text-2xl">Book a session</h2>
      {/* Shown here because the page may have no sessions left to choose from. */}
      {problem?.about === 'session' ? <SessionProblem message={problem.message} /> : null}
      {sessions.some(isBookable) ? (
        <BookingSteps {...{ sessions, session, choice, timeZone, problem, setProblem }} />
      ) : (
        <NoSessionsPanel sessions={sessions} packages={packages} />
      )}
    </>
  )
}

type FlowProps = {
  sessions: BookableSession[]
  session: BookableSession | undefined
  choice: BookingChoiceState
  timeZone: string
  problem: Problem | undefined
  setProblem: (problem: Problem | undefined) => void
}

type Problem = { about: 'session' | 'time'; message: string }

/** Shown if the chosen session is no longer available, usually because it was booked in another tab. */
function SessionProblem({ message }: { message: string }) {
  return (
    <Alert tone="error">
      <p>{message}</p>
      <Link to="/portal/bookings" className="link">
        See your bookings
      </Link>
    </Alert>
  )
}

function BookingSteps({ sessions, session, choice, timeZone, problem, setProblem }: FlowProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // The form's state is kept here, above both steps, so that choosing another slot does not lose what was entered.
  const { form, clearDraft } = useBookingDraft()
  const step = useRef<HTMLDivElement>(null)
  const { time } = choice
  useFocusOnStep(step, session && time ? 'confirm' : 'choose')

  const isBooked = useRef(false)
  const showRefusal = (reason: string, message: string) => {
    // Ignore a late response to the reservation request once the session is booked.
    if (isBooked.current) return
    setProblem({ about: needsAnotherSlot(reason) ? 'time' : 'session', message })
    choice.dropTime()
    if (!needsAnotherSlot(reason)) void revalidate()
  }
  const releaseTime = () => {
    choice.dropTime()
    // It does not matter if the request fails, because the reservation expires after five minutes.
    void attempt(releaseSlot)
  }
  const showBooked = ({ id }: Booking, message: string) => {
    isBooked.current = true
    clearDraft()
    notify.success(message)
    void navigate(`/portal/bookings/${id}`, { replace: true, state: { isJustBooked: true } })
  }

  return (
    <div ref={step} tabIndex={-1} className="focus:outline-none">
      {session && time ? (
        <ConfirmSection
          session={session}
          consultantId={choice.consultantId}
          startsAt={time}
          timeZone={timeZone}
          form={form}
          onBooked={showBooked}
          onRefused={showRefusal}
          onOtherTime={releaseTime}
        />
      ) : (
        <ChooseSection
          sessions={sessions}
          session={session}
          choice={choice}
          timeZone={timeZone}
          problem={problem}
          onChange={() => setProblem(undefined)}
        />
      )}
    </div>
  )
}

type ChoosePartProps = Omit<FlowProps, 'setProblem'> & { onChange: () => void }

function ChooseSection({ sessions, session, choice, timeZone, problem, onChange }: ChoosePartProps) {
  return (
    <Card className="grid gap-8">
      <SessionSection
        sessions={sessions}
        chosen={session}
        timeZone={timeZone}
        onChoose={(newSession) => {
          onChange()
          choice.chooseSession(newSession)
        }}
      />
      {session ? (
        <ConsultantSection
          consultants={session.consultants}
          chosenId={choice.consultantId}
          onChoose={choice.chooseConsultant}
        />
      ) : null}
      {session && session.consultants.length > 0 ? (
        <SlotPicker
          key={toSessionKey(session)}
          entitlementId={session.entitlementId}
          lineKey={session.lineKey}
          consultantId={choice.consultantId}
          from={session.from}
          until={session.until}
          timeZone={timeZone}
          chosenDay={choice.day}
          problem={problem?.about === 'time' ? problem.message : undefined}
          onDay={choice.chooseDay}
          onTime={(startsAt) => {
            onChange()
            choice.chooseTime(startsAt, session)
          }}
        />
      ) : null}
    </Card>
  )
}

type SessionSectionProps = {
  sessions: BookableSession[]
  chosen: BookableSession | undefined
  timeZone: string
  onChoose: (session: BookableSession) => void
}

/** Lets the member choose a session. The option for one that cannot be booked says why. */
function SessionSection({ sessions, chosen, timeZone, onChoose }: SessionSectionProps) {
  return (
    <RadioGroup
      legend="Which session?"
      name="session"
      value={chosen ? toSessionKey(chosen) : null}
      choices={sessions.map((session) => ({
        value: toSessionKey(session),
        label: `${session.title}, ${session.minutes} minutes`,
        hint: (
          <>
            <span className="block">{session.packageTitle}</span>
            <span className="block">{describeBlocker(session) ?? describeRemaining(session, timeZone)}</span>
          </>
        ),
        disabled: session.blocker !== null,
      }))}
      onChange={(key) => {
        const session = sessions.find((candidate) => toSessionKey(candidate) === key)
        if (session) onChoose(session)
      }}
    />
  )
}

function describeRemaining({ left, until }: BookableSession, timeZone: string): string {
  const count = left === null ? 'As many as you like, one at a time' : `${left} left`
  return `${count}, until ${dayInZone(until, timeZone)}`
}
