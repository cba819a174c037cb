import { useState } from 'react'
import { useLoaderData, useNavigate, useParams } from 'react-router'
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
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { BookableSession } from '../../booking/contract.ts'
import { isBookable, toSessionKey } from '../../booking/rules.ts'
import { needsAnotherSlot } from '../../booking/web/queries.ts'
import type { Place } from '../../contract.ts'
import { bookForMember, listMemberSessions } from '../contract.ts'
import { MemberSlotsSection, type SlotSelection } from './member-slots-section.tsx'

export const meta = privateMeta('Book a session for a member')

export const clientLoader = pageLoader(async ({ params: { memberId = '' } }) => ({
  sessions: await load(listMemberSessions, { params: { memberId } }),
  today: companyDay(new Date()),
}))

const blockerLabels = {
  'no-sessions-left': 'none left',
  'already-booked': 'already booked',
  'earlier-session-first': 'book the earlier one first',
} satisfies Record<NonNullable<BookableSession['blocker']>, string>

/** Administrator page for booking a session for a member, for example over the phone. */
export default function BookForMemberPage() {
  const { sessions } = useLoaderData<typeof clientLoader>()
  const { memberId = '' } = useParams()
  return (
    <>
      <PageHeading
        title="Book a session for a member"
        lead={
          <Link to={`/admin/members/${memberId}`} className="link text-base">
            Back to the member
          </Link>
        }
      />
      <Card className="max-w-3xl">
        {sessions.some(isBookable) ? (
          <BookingForm key={memberId} memberId={memberId} />
        ) : (
          <p className="text-muted">This member has no sessions to book right now.</p>
        )}
      </Card>
    </>
  )
}

function BookingForm({ memberId }: { memberId: string }) {
  const { sessions, today } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [selection, setSelection] = useState({ session: '', consultantId: '', day: today, startsAt: '' })
  const [place, setPlace] = useState<Place>('online')
  const [texts, setTexts] = useState({ phone: '', staffNote: '', reason: '' })
  const [reloadCount, setReloadCount] = useState(0)
  const { isBusy, problem, run, fail } = useAction({ toast: 'success' })
  const session = sessions.find((candidate) => toSessionKey(candidate) === selection.session)
  const bindText = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [name]: target.value }),
  })
  /** Reloads the slots and deselects a refused one, which is no longer shown. */
  const reloadSlots = (reason: string | undefined) => {
    setReloadCount(reloadCount + 1)
    if (reason && needsAnotherSlot(reason)) setSelection((current) => ({ ...current, startsAt: '' }))
  }
  const submit = async () => {
    if (isBusy) return
    if (!session || !selection.startsAt) return fail('Choose a session and a time.')
    const { entitlementId, lineKey } = session
    const body = {
      entitlementId,
      lineKey,
      consultantId: selection.consultantId || null,
      startsAt: selection.startsAt,
      place,
      phone: place === 'phone' ? texts.phone : null,
      notes: null,
      staffNote: texts.staffNote || null,
      reason: texts.reason,
    }
    const result = await run(
      () => attempt(bookForMember, { params: { memberId }, body }),
      () => void navigate(`/admin/members/${memberId}`),
    )
    if (result?.state === 'failed') reloadSlots(result.reason)
  }
  return (
    <Form onSubmit={submit} className="grid gap-6">
      <SessionFields sessions={sessions} selection={selection} onChange={setSelection} />
      {session ? (
        <MemberSlotsSection
          memberId={memberId}
          selection={selection}
          reloadCount={reloadCount}
          onDay={(day) => setSelection({ ...selection, day, startsAt: '' })}
          onTime={(startsAt) => setSelection({ ...selection, startsAt })}
        />
      ) : null}
      <RadioGroup legend="Where" name="place" value={place} choices={placeChoices} onChange={setPlace} />
      {place === 'phone' ? <TextField label="Member’s phone number" type="tel" {...bindText('phone')} /> : null}
      <TextArea
        label="Note for the consultant"
        hint="The member won’t see it."
        rows={3}
        maxLength={4_000}
        {...bindText('staffNote')}
      />
      <TextArea
        label="Reason for booking"
        hint="This will be recorded in the audit log."
        rows={2}
        maxLength={500}
        {...bindText('reason')}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel="Booking…">
        Book session
      </Button>
    </Form>
  )
}

const placeChoices = [
  { value: 'online', label: 'Online' },
  { value: 'phone', label: 'By phone' },
] as const

type SessionFieldsProps = {
  sessions: BookableSession[]
  selection: SlotSelection
  onChange: (selection: SlotSelection) => void
}

function SessionFields({ sessions, selection, onChange }: SessionFieldsProps) {
  const consultants = sessions.find((candidate) => toSessionKey(candidate) === selection.session)?.consultants ?? []
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Session"
        prompt="Choose a session"
        choices={sessions.map((session) => [toSessionKey(session), describeSession(session)] as const)}
        value={selection.session}
        onChange={({ target }) => onChange({ ...selection, session: target.value, consultantId: '', startsAt: '' })}
      />
      <SelectField
        label="Consultant"
        prompt="First available"
        choices={consultants.map(({ id, displayName }) => [id, displayName] as const)}
        value={selection.consultantId}
        onChange={({ target }) => onChange({ ...selection, consultantId: target.value, startsAt: '' })}
      />
    </div>
  )
}

function describeSession({ title, packageTitle, minutes, blocker }: BookableSession): string {
  const name = `${title}, ${minutes} minutes (${packageTitle})`
  return blocker ? `${name}: ${blockerLabels[blocker]}` : name
}
