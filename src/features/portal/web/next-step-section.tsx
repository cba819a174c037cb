import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listBookableSessions, listBookings } from '#features/bookings/booking/contract.ts'
import type { Booking } from '#features/bookings/contract.ts'
import { BookedSession, FirstSlotsSection, loadTimeZone } from '#features/bookings/web/public-receipt.tsx'
import { getOwnedPackage } from '#features/purchases/entitlements/contract.ts'
import {
  decideNextStep,
  describeWhen,
  listMilestones,
  type NextStep,
  stepWithoutSession,
} from '#features/purchases/entitlements/rules/next-step.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attemptLoad, load } from '#platform/web/attempt.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useFocusOnStep } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { decideStepAfterPaying } from '../rules.ts'

type Owned = ResponseOf<typeof getOwnedPackage>

/** Loads the package itself, for the dashboard after a payment. Shows nothing if that fails. */
export function NextStepPanel({ entitlementId }: { entitlementId: string }) {
  const { found } = useLoaded(getOwnedPackage, { params: { entitlementId } })
  return found.state === 'loaded' ? <NextStepSection owned={found.value} /> : null
}

/** What a member who has just paid does now. Every link loads a full page, as the checkout's pages need. */
export function NextStepSection({ owned }: { owned: Owned }) {
  const step = decideNextStep(owned, formatCompanyDate(owned.startsAt))
  const hasSessions = step.kind === 'book' || step.kind === 'open'
  return hasSessions ? <SessionStep owned={owned} step={step} /> : <StepCard owned={owned} step={step} />
}

/** Needs the member's sessions. If they cannot be loaded, a link leads to the page that shows them. */
function SessionStep({ owned, step }: { owned: Owned; step: NextStep }) {
  const { found, reload } = useSessions()
  const [booked, setBooked] = useState<Booking>()
  const { revalidate } = useRevalidator()
  const showBooked = (booking: Booking) => {
    setBooked(booking)
    // The dashboard counts sessions.
    void revalidate()
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnStep(heading, booked ? 'booked' : 'free')
  if (!found) {
    return (
      <StepFrame title={step.title}>
        <Spinner label="Finding free times" className="size-8" />
      </StepFrame>
    )
  }
  if (found.state === 'failed') return <StepCard owned={owned} step={step} />
  const { sessions, upcoming, timeZone } = found.value
  const next = decideStepAfterPaying(owned, step.kind, { sessions, upcoming: booked ? [booked] : upcoming })
  switch (next.kind) {
    case 'booked':
      return (
        <StepFrame heading={heading} title="Your first session is booked">
          <p className="font-medium">{next.booking.title}</p>
          <BookedSession booking={next.booking} timeZone={timeZone} />
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <Link to={`/portal/bookings/${next.booking.id}`} reloadDocument className="link link-alone">
              View, move or cancel
            </Link>
            <Link to={`/portal/packages/${owned.id}`} reloadDocument className="link link-alone">
              Go to your package
            </Link>
          </p>
        </StepFrame>
      )
    case 'book':
      return (
        <StepFrame title={step.title}>
          <p className="max-w-prose">
            Your package starts with “{next.session.title}” ({next.session.minutes} minutes).
          </p>
          <FirstSlotsSection session={next.session} timeZone={timeZone} onBooked={showBooked} onUnavailable={reload} />
        </StepFrame>
      )
    case 'open':
      return <StepCard owned={owned} step={step.kind === 'book' ? stepWithoutSession(owned) : step} />
    default:
      return <StepCard owned={owned} step={step} />
  }
}

/** A step that is done elsewhere. */
function StepCard({ owned: { startTerms }, step: { title, text, link } }: { owned: Owned; step: NextStep }) {
  return (
    <StepFrame title={title}>
      <p className="max-w-prose">{text}</p>
      {startTerms ? <p>Want to start sooner? Choose “Start now” on your package’s page.</p> : null}
      <ButtonLink to={link.path} reloadDocument className="justify-self-start">
        {link.label}
      </ButtonLink>
    </StepFrame>
  )
}

type StepFrameProps = { title: string; heading?: RefObject<HTMLHeadingElement | null>; children: ReactNode }

function StepFrame({ title, heading, children }: StepFrameProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl focus:outline-none">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}

type Sessions = Awaited<ReturnType<typeof loadSessions>>

async function loadSessions() {
  const [sessions, { items: upcoming }, timeZone] = await Promise.all([
    load(listBookableSessions),
    load(listBookings, { query: { when: 'upcoming' } }),
    loadTimeZone(),
  ])
  return { sessions, upcoming, timeZone }
}

function useSessions() {
  const [found, setFound] = useState<Attempt<Sessions>>()
  const reload = useCallback(() => attemptLoad(loadSessions()).then(setFound), [])
  useEffect(() => void reload(), [reload])
  return { found, reload }
}

/** Lists what will arrive and when, in the words of the confirmation email. */
export function MilestonesSection({ owned }: { owned: Owned }) {
  const { lines, state, startsAt, endsAt, subscription } = owned
  if (state === 'cancelled') return null
  const renews = subscription?.status === 'active' && !subscription.cancelsAtPeriodEnd
  return (
    <section aria-labelledby="milestones">
      <Card>
        <h2 id="milestones" className="text-xl">
          What happens when
        </h2>
        <ol className="mt-5 grid gap-5">
          {listMilestones(lines, { startsAt, endsAt, renews }).map((milestone) => (
            <li key={milestone.when}>
              <p className="font-medium">{describeWhen(milestone, formatCompanyDate(milestone.at))}</p>
              <ul className="mt-1 grid gap-1 text-muted">
                {milestone.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}
