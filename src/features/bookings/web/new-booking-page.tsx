import { useRef, useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type BookableSession, type Booking, listBookableSessions, releaseTime } from '../contract.ts'
import { chosenSession } from '../rules/choice.ts'
import { BookingsLink } from './bookings-link-panel.tsx'
import { ConfirmSection } from './confirm-section.tsx'
import { ConsultantSection } from './consultant-section.tsx'
import { NoSessions } from './no-sessions-panel.tsx'
import { isAboutTime, keepWhatIsLoaded, loadTimeZone } from './queries.ts'
import { SessionSection } from './session-section.tsx'
import { TimeSection } from './time-section.tsx'
import { useBookingDraft } from './use-booking-draft.ts'
import { type Choosing, useChoice } from './use-choice.ts'
import { useStep } from './use-step.ts'

export function meta() {
  return [{ title: 'Book a session' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const [sessions, timeZone] = await Promise.all([load(listBookableSessions), loadTimeZone()])
  return { sessions, timeZone }
}
clientLoader.hydrate = true as const

export const shouldRevalidate = keepWhatIsLoaded

export function ErrorBoundary() {
  return (
    <>
      <BookingsLink />
      <LoadProblem />
    </>
  )
}

/** From what was bought to a session at a time: which, with whom, when, and how to meet. */
export default function NewBookingPage() {
  const { sessions, timeZone } = useLoaderData<typeof clientLoader>()
  const choosing = useChoice()
  const session = chosenSession(sessions, choosing)
  const [problem, setProblem] = useState<Problem>()
  const canBook = sessions.some(({ obstacle }) => obstacle === null)
  return (
    <>
      <BookingsLink />
      <h2 className="text-2xl">Book a session</h2>
      {/* Here and not beside the sessions: there may be none left to choose from. */}
      {problem?.about === 'session' ? <SessionProblem message={problem.message} /> : null}
      {canBook ? (
        <Flow {...{ sessions, session, choosing, timeZone, problem, setProblem }} />
      ) : (
        <NoSessions sessions={sessions} />
      )}
    </>
  )
}

type FlowProps = {
  sessions: BookableSession[]
  session: BookableSession | undefined
  choosing: Choosing
  timeZone: string
  problem: Problem | undefined
  setProblem: (problem: Problem | undefined) => void
}

type Problem = { about: 'session' | 'time'; message: string }

/** What was chosen cannot be booked any more: mostly because it was booked in another tab. */
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
  // Here and not in the last step: what was typed stays when the time has to be chosen again.
  const { form, forget } = useBookingDraft()
  const step = useRef<HTMLDivElement>(null)
  const { time } = choosing
  useStep(step, session && time ? 'confirm' : 'choose')

  const isBooked = useRef(false)
  const refuse = (reason: string, message: string) => {
    // Booked while it was still asked whether the time can be kept: that it cannot any more is no news.
    if (isBooked.current) return
    setProblem({ about: isAboutTime(reason) ? 'time' : 'session', message })
    choosing.dropTime()
    if (!isAboutTime(reason)) void revalidate()
  }
  const leaveTime = () => {
    choosing.dropTime()
    // It lapses by itself where this does not arrive.
    void attempt(releaseTime)
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

/** Which session, with whom and when. */
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
        <TimeSection
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
