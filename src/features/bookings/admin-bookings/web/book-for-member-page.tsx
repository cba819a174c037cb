import { useState } from 'react'
import { Link, useLoaderData, useNavigate, useParams } from 'react-router'
import { companyDay } from '#platform/shared/calendar.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { BookableSession } from '../../booking/contract.ts'
import type { Place } from '../../contract.ts'
import { bookForMember, listMemberSessions } from '../contract.ts'
import { MemberSlotsSection } from './member-slots-section.tsx'

export const meta = privateMeta('Book for a member')

export const clientLoader = pageLoader(async ({ params: { memberId = '' } }) => ({
  sessions: await load(listMemberSessions, { params: { memberId } }),
  today: companyDay(new Date()),
}))

const blockerLabels = {
  'no-sessions-left': 'none left',
  'already-booked': 'one is booked',
  'earlier-session-first': 'an earlier one comes first',
} satisfies Record<NonNullable<BookableSession['blocker']>, string>

const keyOf = ({ entitlementId, lineKey }: BookableSession) => `${entitlementId} ${lineKey}`

/** Administrator page to book a session for a member, for example by telephone. */
export default function BookForMemberPage() {
  const { sessions } = useLoaderData<typeof clientLoader>()
  const { memberId = '' } = useParams()
  return (
    <>
      <PageHeading
        title="Book for a member"
        lead={
          <Link to={`/admin/members/${memberId}`} className="link text-base">
            Back to the member
          </Link>
        }
      />
      <Card className="max-w-3xl">
        {sessions.some(({ blocker }) => blocker === null) ? (
          <BookingForm key={memberId} memberId={memberId} />
        ) : (
          <p className="text-muted">They have no session that can be booked now.</p>
        )}
      </Card>
    </>
  )
}

function BookingForm({ memberId }: { memberId: string }) {
  const { sessions, today } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState({ session: '', consultantId: '', day: today, startsAt: '' })
  const [place, setPlace] = useState<Place>('online')
  const [words, setWords] = useState({ phone: '', staffNote: '', reason: '' })
  const [round, setRound] = useState(0)
  const { isBusy, problem, run, fail } = useAction({ toast: 'success' })
  const session = sessions.find((one) => keyOf(one) === wanted.session)
  const write = (name: keyof typeof words) => ({
    value: words[name],
    onChange: ({ target }: { target: { value: string } }) => setWords({ ...words, [name]: target.value }),
  })
  const submit = async () => {
    if (isBusy) return
    if (!session || !wanted.startsAt) return fail('Please choose a session and a time.')
    const body = bookingOf(session, { ...wanted, ...words, place })
    const ending = await run(
      () => attempt(bookForMember, { params: { memberId }, body }),
      () => void navigate(`/admin/members/${memberId}`),
    )
    // The slot may have been taken meanwhile, so load the free slots again.
    if (ending?.state === 'failed') setRound(round + 1)
  }
  return (
    <Form onSubmit={submit} className="grid gap-6">
      <SessionFields sessions={sessions} wanted={wanted} onChange={setWanted} />
      {session ? (
        <MemberSlotsSection
          memberId={memberId}
          wanted={wanted}
          round={round}
          onDay={(day) => setWanted({ ...wanted, day, startsAt: '' })}
          onTime={(startsAt) => setWanted({ ...wanted, startsAt })}
        />
      ) : null}
      <RadioGroup legend="Where" name="place" value={place} choices={placeChoices} onChange={setPlace} />
      {place === 'phone' ? <TextField label="Their phone number" type="tel" {...write('phone')} /> : null}
      <TextArea
        label="Note for the consultant"
        hint="The member does not see it."
        rows={3}
        maxLength={4_000}
        {...write('staffNote')}
      />
      <TextArea label="Why you book it" hint="Kept in the audit log." rows={2} maxLength={500} {...write('reason')} />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel="Booking…">
        Book the session
      </Button>
    </Form>
  )
}

const placeChoices = [
  { value: 'online', label: 'Online' },
  { value: 'phone', label: 'By phone' },
] as const

type Wanted = { session: string; consultantId: string; day: string; startsAt: string }

type SessionFieldsProps = { sessions: BookableSession[]; wanted: Wanted; onChange: (wanted: Wanted) => void }

function SessionFields({ sessions, wanted, onChange }: SessionFieldsProps) {
  const consultants = sessions.find((one) => keyOf(one) === wanted.session)?.consultants ?? []
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Session"
        prompt="Please choose"
        choices={sessions.map((one) => [keyOf(one), nameOf(one)] as const)}
        value={wanted.session}
        onChange={({ target }) => onChange({ ...wanted, session: target.value, consultantId: '', startsAt: '' })}
      />
      <SelectField
        label="Consultant"
        prompt="Whoever is free first"
        choices={consultants.map(({ id, displayName }) => [id, displayName] as const)}
        value={wanted.consultantId}
        onChange={({ target }) => onChange({ ...wanted, consultantId: target.value, startsAt: '' })}
      />
    </div>
  )
}

type Filled = Wanted & { place: Place; phone: string; staffNote: string; reason: string }

function bookingOf({ entitlementId, lineKey }: BookableSession, filled: Filled) {
  const { consultantId, startsAt, place, phone, staffNote, reason } = filled
  return {
    entitlementId,
    lineKey,
    consultantId: consultantId || null,
    startsAt,
    place,
    phone: place === 'phone' ? phone : null,
    notes: null,
    staffNote: staffNote || null,
    reason,
  }
}

function nameOf({ title, packageTitle, minutes, blocker }: BookableSession): string {
  const name = `${title}, ${minutes} minutes (${packageTitle})`
  return blocker ? `${name}: ${blockerLabels[blocker]}` : name
}
