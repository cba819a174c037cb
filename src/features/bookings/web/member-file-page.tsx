import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import { clockElsewhere, spanInWords, timeInWords } from '#platform/shared/local-time.ts'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { CORRECTION_DAYS, getMemberFile, type MemberFile } from '../contract/agenda.ts'
import { listSessionNotes } from '../contract/session-note.ts'
import { memberOf } from './agenda-day-section.tsx'
import { MarkBadge, MarkPanel } from './mark-panel.tsx'
import { SessionFilesPanel } from './session-files-panel.tsx'
import { SessionNotesPanel } from './session-notes-panel.tsx'

export function meta() {
  return [{ title: 'Session' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { bookingId?: string } }) {
  const of = { params: { bookingId: params.bookingId ?? '' } }
  const [file, notes] = await Promise.all([load(getMemberFile, of), load(listSessionNotes, { ...of, query: {} })])
  return { file, notes }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return (
    <>
      <BackLink />
      <LoadProblem />
    </>
  )
}

/** One session, and what the consultant may know of its member. */
export default function MemberFilePage() {
  const { file, notes } = useLoaderData<typeof clientLoader>()
  const { booking, packages, others, timeZone } = file
  return (
    <>
      <BackLink />
      <Card>
        <h2 className="text-2xl">{memberOf(booking)}</h2>
        <p className="mt-1 text-lg text-muted">
          {booking.title}, {booking.packageTitle}
        </p>
        <SessionFacts file={file} />
        {booking.canBeMarked ? (
          <MarkSection booking={booking} />
        ) : (
          <p className="mt-5 empty:hidden">
            <MarkBadge state={booking.state} />
          </p>
        )}
      </Card>
      <SessionFilesPanel key={`files ${booking.id}`} bookingId={booking.id} />
      {/* Of another session the panel begins anew: nothing that was typed for one member stands at the next. */}
      <SessionNotesPanel key={booking.id} bookingId={booking.id} first={notes} />
      <TitledCard id="packages" title="What is left of their packages">
        {packages.length > 0 ? (
          <ul className="grid gap-5">
            {packages.map((owned) => (
              <OwnedPackage key={`${owned.packageTitle} ${owned.until}`} owned={owned} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">They have no package of your services that runs.</p>
        )}
      </TitledCard>
      <TitledCard id="others" title="Other sessions with you">
        {others.length > 0 ? (
          <ul className="divide-y divide-line">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
                <Link to={`/portal/consultant/bookings/${other.id}`} className="link">
                  {timeInWords(other.startsAt, timeZone)}
                </Link>
                <span className="min-w-0 flex-1 text-muted">{other.title}</span>
                <MarkBadge state={other.state} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">This is the only one.</p>
        )}
      </TitledCard>
    </>
  )
}

function BackLink() {
  return (
    <Link to="/portal/consultant" className="link link-alone inline-flex items-center gap-2 justify-self-start">
      <ArrowLeft aria-hidden="true" className="size-4" />
      My day
    </Link>
  )
}

function SessionFacts({ file: { booking, meetingUrl, timeZone, memberTimeZone } }: { file: MemberFile }) {
  const { startsAt, endsAt, place, phone, notes } = booking
  const theirs = memberTimeZone && clockElsewhere(startsAt, timeZone, memberTimeZone)
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-3 border-t border-line pt-5 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name="When">{spanInWords(startsAt, endsAt, timeZone)}</Fact>
      {theirs ? <Fact name="Their time">{theirs}</Fact> : null}
      <Fact name="Where">
        {place === 'phone' && phone ? (
          <>
            By phone: <PhoneLink number={phone} />
          </>
        ) : null}
        {place === 'online' && meetingUrl ? (
          <a href={meetingUrl} target="_blank" rel="noreferrer" className="link">
            Open your meeting room
          </a>
        ) : null}
        {place === 'online' && !meetingUrl ? (
          <>
            Online. Members do not see a link yet:{' '}
            <Link to="/portal/consultant/availability" className="link">
              enter your meeting room
            </Link>
          </>
        ) : null}
      </Fact>
      <Fact name="They wrote">{notes ? <span className="whitespace-pre-line">{notes}</span> : 'Nothing'}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:mb-2">{children}</dd>
    </div>
  )
}

function MarkSection({ booking }: { booking: MemberFile['booking'] }) {
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <MarkPanel booking={booking} />
      <p className="max-w-prose text-sm text-muted">
        A missed session counts as used, and the member is told. You can put it right for {CORRECTION_DAYS} days.
      </p>
    </div>
  )
}

function OwnedPackage({ owned: { packageTitle, until, sessions } }: { owned: MemberFile['packages'][number] }) {
  return (
    <li>
      <p className="font-semibold">{packageTitle}</p>
      <p className="text-sm text-muted">Until {formatDate(until)}</p>
      <ul className="mt-2 grid gap-1">
        {sessions.map(({ title, minutes, left }) => (
          <li
            key={title}
            className="flex flex-wrap justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              {title}, {minutes} minutes
            </span>
            <span className="shrink-0 tabular-nums">{left === null ? 'Without limit' : `${left} left`}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
