import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { formatDay, formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { type ConsultantRecord, getConsultantRecord } from '../contract/consultant.ts'
import { draftOf } from '../rules/availability-draft.ts'
import { AvailabilityPreview } from './availability-preview-section.tsx'
import { HeldSessionsForm } from './held-sessions-form.tsx'
import { Standing } from './staff-consultants-page.tsx'

export function meta() {
  return [{ title: 'Consultant' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: { params: { consultantId?: string } }) {
  return load(getConsultantRecord, { params: { consultantId: params.consultantId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: when somebody can be booked, for which sessions, and how their calendars stand. */
export default function StaffConsultantPage() {
  const consultant = useLoaderData<typeof clientLoader>()
  const { id, accountId, displayName, email, upcoming, availability } = consultant
  return (
    <>
      <Link to="/admin/consultants" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All consultants
      </Link>
      <PageHeading
        title={displayName}
        lead={consultant.services.map((service) => services[service].name).join(', ')}
        actions={
          <ButtonLink to={`/admin/bookings?consultantId=${id}`} variant="quiet" size="small">
            Their sessions
          </ButtonLink>
        }
      />
      <div className="grid gap-3">
        <Standing consultant={consultant} />
        <p className="wrap-anywhere">
          {email}. {upcoming === 1 ? 'One session' : `${upcoming} sessions`} to come.{' '}
          <Link to={`/admin/members/${accountId}`} className="link">
            Their account
          </Link>
          {consultant.isPublished ? (
            <>
              ,{' '}
              <Link to="/consultants" className="link">
                their public profile
              </Link>
            </>
          ) : null}
          .
        </p>
      </div>
      <TitledCard title="When they can be booked">
        <Hours consultant={consultant} />
      </TitledCard>
      <TitledCard title="Which sessions they hold">
        {availability ? (
          <HeldSessionsForm
            key={availability.version}
            consultantId={id}
            version={availability.version}
            held={availability.sessions}
            offered={consultant.offered}
          />
        ) : (
          <p className="text-muted">Once they have saved their hours, you can choose their sessions here.</p>
        )}
      </TitledCard>
      <TitledCard title="Calendars of theirs that we read">
        <Calendars calendars={consultant.calendarList} />
      </TitledCard>
    </>
  )
}

function Hours({ consultant: { availability, displayName } }: { consultant: ConsultantRecord }) {
  if (!availability) return <p className="text-muted">They have saved no hours yet, so nobody can book them.</p>
  let row = 0
  const draft = draftOf(availability, () => String(++row))
  const { dailyLimit, bufferMinutes } = availability
  return (
    <div className="grid gap-5">
      <AvailabilityPreview draft={draft} displayName={displayName} />
      <p className="text-muted">
        {bufferMinutes} minutes are kept free before and after each session.{' '}
        {dailyLimit === null ? 'As many sessions a day as fit.' : `At most ${dailyLimit} sessions a day.`}
      </p>
      {draft.days.length > 0 ? <p>Other hours on {draft.days.map(({ day }) => formatDay(day)).join(', ')}.</p> : null}
      {draft.daysOff.length > 0 ? (
        <p className="wrap-anywhere">
          Days off: {draft.daysOff.map(({ day, reason }) => formatDay(day) + (reason ? ` (${reason})` : '')).join(', ')}
          .
        </p>
      ) : null}
    </div>
  )
}

function Calendars({ calendars }: { calendars: ConsultantRecord['calendarList'] }) {
  if (calendars.length === 0) return <p className="text-muted">None.</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {calendars.map(({ id, name, readAt, problem, busyTimes }) => (
        <li key={id} className="py-3 wrap-anywhere">
          {name}
          <span className="block text-sm text-muted">
            {readAt ? `Read ${formatMoment(readAt)}: ${busyTimes} busy times.` : 'Not read yet.'} {problem}
          </span>
        </li>
      ))}
    </ul>
  )
}
