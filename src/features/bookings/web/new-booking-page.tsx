import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type BookableSession, type Booking, listBookableSessions, releaseTime } from '../contract.ts'
import { chosenSession } from '../rules/choice.ts'
import type { BookingDraft } from './booking-form.tsx'
import { ConfirmSection } from './confirm-section.tsx'
import { ConsultantSection } from './consultant-section.tsx'
import { NoSessions } from './no-sessions-panel.tsx'
import { isAboutTime, keepWhatIsLoaded, loadTimeZone } from './queries.ts'
import { SessionSection } from './session-section.tsx'
import { TimeSection } from './time-section.tsx'
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
  return <LoadProblem />
}

/** From what was bought to a session at a time: which, with whom, when, and how to meet. */
export default function NewBookingPage() {
  const { sessions, timeZone } = useLoaderData<typeof clientLoader>()
  const choosing = useChoice()
  const session = chosenSession(sessions, choosing)
  const canBook = sessions.some(({ obstacle }) => obstacle === null)
  return (
    <>
      <Link to="/portal/bookings" className="link inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-4" />
        My Bookings
      </Link>
      <h2 className="text-2xl">Book a session</h2>
      {canBook ? (
        <Flow sessions={sessions} session={session} choosing={choosing} timeZone={timeZone} />
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
}

type Problem = { about: 'session' | 'time'; message: string }

function Flow({ sessions, session, choosing, timeZone }: FlowProps) {
  const [problem, setProblem] = useState<Problem>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const mobile = useMember()?.mobile ?? ''
  // Here and not in the last step: what was typed stays when the time has to be chosen again.
  const form = useForm<BookingDraft>({ defaultValues: { place: 'online', phone: mobile, notes: '' } })
  const step = useRef<HTMLDivElement>(null)
  const { time } = choosing
  useStep(step, session && time ? 'confirm' : 'choose')

  const refuse = (reason: string, message: string) => {
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

type ChoosePartProps = FlowProps & { problem: Problem | undefined; onChange: () => void }

/** Which session, with whom and when. */
function ChoosePart({ sessions, session, choosing, timeZone, problem, onChange }: ChoosePartProps) {
  return (
    <Card className="grid gap-8">
      <SessionSection
        sessions={sessions}
        chosen={session}
        timeZone={timeZone}
        problem={problem?.about === 'session' ? problem.message : undefined}
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
            choosing.chooseTime(startsAt)
          }}
        />
      ) : null}
    </Card>
  )
}
