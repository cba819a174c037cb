import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useNavigate, useParams } from 'react-router'
import { companyDay } from '#platform/shared/calendar.ts'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { bookForMember, listMemberSessions } from '../contract/member-booking.ts'
import type { BookableSession, Place } from '../contract.ts'
import { MemberTimesSection } from './member-times-section.tsx'

export function meta() {
  return [{ title: 'Book for a member' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params: { memberId = '' } }: { params: { memberId?: string } }) {
  return { sessions: await load(listMemberSessions, { params: { memberId } }), today: companyDay(new Date()) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

const obstacles = {
  'none-left': 'none left',
  'one-is-open': 'one is booked',
  'earlier-session-first': 'an earlier one comes first',
  'package-ended': 'its package has ended',
} satisfies Record<NonNullable<BookableSession['obstacle']>, string>

const keyOf = ({ entitlementId, lineKey }: BookableSession) => `${entitlementId} ${lineKey}`

/** For administrators: a session of a member's package, booked with them on the telephone. */
export default function MemberBookingPage() {
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
        {sessions.some(({ obstacle }) => obstacle === null) ? (
          <BookingForm memberId={memberId} />
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
  const [words, setWords] = useState({ phone: '', notes: '', reason: '' })
  const [round, setRound] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const session = sessions.find((one) => keyOf(one) === wanted.session)
  const write = (name: keyof typeof words) => ({
    value: words[name],
    onChange: ({ target }: { target: { value: string } }) => setWords({ ...words, [name]: target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!session || !wanted.startsAt) return setProblem('Please choose a session and a time.')
    setIsBusy(true)
    setProblem(undefined)
    const { entitlementId, lineKey } = session
    const ending = await attempt(bookForMember, {
      params: { memberId },
      body: {
        entitlementId,
        lineKey,
        consultantId: wanted.consultantId || null,
        startsAt: wanted.startsAt,
        place,
        phone: place === 'phone' ? words.phone : null,
        notes: words.notes || null,
        reason: words.reason,
      },
    })
    setIsBusy(false)
    if (ending.state === 'done') {
      notify.success(ending.message)
      await navigate(`/admin/members/${memberId}`)
      return
    }
    setProblem(ending.message)
    // What was free a moment ago may be so no longer.
    setRound(round + 1)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Session"
          prompt="Please choose"
          choices={sessions.map((one) => [keyOf(one), nameOf(one)] as const)}
          value={wanted.session}
          onChange={({ target }) => setWanted({ ...wanted, session: target.value, consultantId: '', startsAt: '' })}
        />
        <SelectField
          label="Consultant"
          prompt="Whoever is free first"
          choices={session?.consultants.map(({ id, displayName }) => [id, displayName] as const) ?? []}
          value={wanted.consultantId}
          onChange={({ target }) => setWanted({ ...wanted, consultantId: target.value, startsAt: '' })}
        />
      </div>
      {session ? (
        <MemberTimesSection
          memberId={memberId}
          wanted={wanted}
          round={round}
          onDay={(day) => setWanted({ ...wanted, day, startsAt: '' })}
          onTime={(startsAt) => setWanted({ ...wanted, startsAt })}
        />
      ) : null}
      <RadioGroup
        legend="Where"
        name="place"
        value={place}
        choices={[
          { value: 'online', label: 'Online' },
          { value: 'phone', label: 'By phone' },
        ]}
        onChange={setPlace}
      />
      {place === 'phone' ? <TextField label="Their phone number" type="tel" {...write('phone')} /> : null}
      <TextArea label="For the consultant" rows={3} maxLength={2_000} {...write('notes')} />
      <TextArea label="Why you book it" hint="Kept in the audit log." rows={2} maxLength={500} {...write('reason')} />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel="Booking…">
        Book the session
      </Button>
    </form>
  )
}

function nameOf({ title, packageTitle, minutes, obstacle }: BookableSession): string {
  const name = `${title}, ${minutes} minutes (${packageTitle})`
  return obstacle ? `${name}: ${obstacles[obstacle]}` : name
}
