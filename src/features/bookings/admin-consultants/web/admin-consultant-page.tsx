import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { formatDay, formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { SessionType } from '../../availability/contract.ts'
import { sessionTypeKey } from '../../availability/rules.ts'
import { toDraft } from '../../availability/web/availability-draft.ts'
import { AvailabilityPreviewSection } from '../../availability/web/availability-preview-section.tsx'
import { type ConsultantRecord, getConsultantRecord, saveSessionTypes } from '../contract.ts'
import { ConsultantStatus } from './admin-consultants-page.tsx'

export const meta = privateMeta('Consultant')

export const clientLoader = loaderOf(getConsultantRecord)

/** Administrator page for one consultant: availability, session types and imported calendars. */
export default function AdminConsultantPage() {
  const consultant = useLoaderData<typeof clientLoader>()
  const { id, accountId, displayName, email, upcoming, availability } = consultant
  return (
    <>
      <BackLink to="/admin/consultants">All consultants</BackLink>
      <PageHeading
        title={displayName}
        lead={consultant.services.map((service) => services[service].name).join(', ')}
        actions={
          <ButtonLink to={`/admin/bookings?consultantId=${id}`} variant="quiet" size="small">
            {displayName}’s sessions
          </ButtonLink>
        }
      />
      <div className="grid gap-3">
        <ConsultantStatus consultant={consultant} />
        <p className="wrap-anywhere">
          {email}. {upcoming === 1 ? 'One upcoming session' : `${upcoming || 'No'} upcoming sessions`}.{' '}
          <Link to={`/admin/members/${accountId}`} className="link">
            Account
          </Link>
          {consultant.isPublished ? (
            <>
              ,{' '}
              <Link to="/consultants" className="link">
                public profile
              </Link>
            </>
          ) : null}
          .
        </p>
      </div>
      <TitledCard title="Availability">
        <Hours consultant={consultant} />
      </TitledCard>
      <TitledCard title="Sessions they offer">
        {availability ? (
          <SessionTypesForm
            key={id}
            consultantId={id}
            loadedVersion={availability.version}
            savedSessions={availability.sessions}
            offered={consultant.offered}
          />
        ) : (
          <p className="text-muted">Once this consultant has set their hours, you can choose their sessions here.</p>
        )}
      </TitledCard>
      <TitledCard title="Connected calendars">
        <Calendars calendars={consultant.calendarList} />
      </TitledCard>
    </>
  )
}

function Hours({ consultant: { availability, displayName } }: { consultant: ConsultantRecord }) {
  if (!availability)
    return <p className="text-muted">This consultant hasn’t set their hours yet, so no one can book them.</p>
  let row = 0
  const draft = toDraft(availability, () => String(++row))
  const { dailyLimit, bufferMinutes } = availability
  return (
    <div className="grid gap-5">
      <AvailabilityPreviewSection draft={draft} displayName={displayName} />
      <p className="text-muted">
        {bufferMinutes === 0
          ? 'No breaks between sessions.'
          : `${bufferMinutes} minutes free before and after each session.`}{' '}
        {dailyLimit === null ? 'No limit on sessions a day.' : `Maximum sessions a day: ${dailyLimit}.`}
      </p>
      {draft.days.length > 0 ? (
        <p>Different hours on {draft.days.map(({ day }) => formatDay(day)).join(', ')}.</p>
      ) : null}
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
  if (calendars.length === 0) return <p className="text-muted">No calendars connected.</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {calendars.map(({ id, name, readAt, problem, busyTimes }) => (
        <li key={id} className="py-3 wrap-anywhere">
          {name}
          <span className="block text-sm text-muted">
            {readAt
              ? `Last read ${formatMoment(readAt)}: ${busyTimes === 1 ? '1 busy time' : `${busyTimes} busy times`}.`
              : 'Not read yet.'}{' '}
            {problem}
          </span>
        </li>
      ))}
    </ul>
  )
}

type SessionTypesFormProps = {
  consultantId: string
  /** Version of the availability when it was loaded. The server refuses to overwrite a newer one. */
  loadedVersion: number
  savedSessions: NonNullable<ConsultantRecord['availability']>['sessions']
  offered: SessionType[]
}

/** Form for choosing which session types a consultant offers: all of those in their services, or a selection. */
function SessionTypesForm({ consultantId, loadedVersion, savedSessions, offered }: SessionTypesFormProps) {
  const { revalidate } = useRevalidator()
  const [version, setVersion] = useState(loadedVersion)
  const [offersAll, setOffersAll] = useState(savedSessions === null)
  const [chosen, setChosen] = useState(() => (savedSessions ?? offered).map(sessionTypeKey))
  const { isBusy, problem, run, fail } = useAction({ toast: 'success' })
  const toggle = (key: string, isSelected: boolean) =>
    setChosen(isSelected ? [...chosen, key] : chosen.filter((selected) => selected !== key))
  const save = () => {
    const selection = offered.filter((session) => chosen.includes(sessionTypeKey(session)))
    if (!offersAll && selection.length === 0) return fail('Choose at least one session')
    const sessions = offersAll ? null : selection.map(({ packageId, lineKey }) => ({ packageId, lineKey }))
    void run(
      () => attempt(saveSessionTypes, { params: { consultantId }, body: { version, sessions } }),
      ({ availability }) => {
        if (availability) setVersion(availability.version)
        void revalidate()
      },
    )
  }
  return (
    <Form onSubmit={save} className="grid gap-5">
      <CheckboxField
        label="All sessions in their services"
        hint="Includes packages added later."
        checked={offersAll}
        onChange={({ target }) => setOffersAll(target.checked)}
      />
      {offersAll ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium">Only these sessions</legend>
          {offered.map((session) => (
            <CheckboxField
              key={sessionTypeKey(session)}
              label={`${session.packageTitle}: ${session.title}, ${session.minutes} minutes`}
              checked={chosen.includes(sessionTypeKey(session))}
              onChange={({ target }) => toggle(sessionTypeKey(session), target.checked)}
            />
          ))}
        </fieldset>
      )}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" busy={isBusy} busyLabel="Saving…" className="justify-self-start">
        Save sessions
      </Button>
    </Form>
  )
}
