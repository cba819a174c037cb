import { ChevronLeft, ChevronRight, Laptop, Phone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { addDays, listDays } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone, dayName, localDay, zoneName } from '#platform/shared/local-time.ts'
import { pageLoader } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { CallFailed } from '#platform/web/request.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { NoProfilePanel } from '../../web/no-profile-panel.tsx'
import { type AgendaBooking, listAgenda } from '../contract.ts'
import { AttendanceBadge, AttendancePanel, formatMemberName } from './attendance-panel.tsx'
import { SickDayDialog } from './sick-day-dialog.tsx'

export const meta = privateMeta('My day')

export const clientLoader = pageLoader(({ request }) =>
  fetchAgenda({ from: new URL(request.url).searchParams.get('from') ?? undefined }),
)

/** Null if the account has no consultant profile yet. */
async function fetchAgenda(range: { from?: string | undefined; cursor?: string }) {
  const answer = await call(listAgenda, { query: { ...range, limit: 100 } })
  if (answer.refused === 'no-consultant-profile') return null
  if (answer.refused) throw new CallFailed(0, answer.refused, answer.message)
  return answer.value
}

export default function AgendaPage() {
  const agenda = useLoaderData<typeof clientLoader>()
  return agenda ? <Agenda firstPage={agenda} /> : <NoProfilePanel />
}

type AgendaResponse = ResponseOf<typeof listAgenda>

function Agenda({ firstPage }: { firstPage: AgendaResponse }) {
  const [isSickDayOpen, setSickDayOpen] = useState(false)
  const { from, until, today, timeZone } = firstPage
  const list = useLoadMore<AgendaResponse['items'][number]>(
    firstPage,
    async (cursor) => (await fetchAgenda({ from, cursor })) ?? { items: [], nextCursor: null },
  )
  const last = list.items.at(-1)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <p className="max-w-prose text-lg text-muted">Your sessions, day by day. All times are {zoneName(timeZone)}.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/portal/consultant/availability" variant="quiet" size="small">
            Change my hours
          </ButtonLink>
          <Button variant="quiet" size="small" onClick={() => setSickDayOpen(true)}>
            I’m ill today
          </Button>
        </div>
      </div>
      <WeekLinks from={from} until={until} today={today} />
      <div className="grid gap-8">
        {listDays(from, until).map((day) => (
          <AgendaDaySection
            key={day}
            day={day}
            today={today}
            timeZone={timeZone}
            bookings={list.items}
            isComplete={!list.hasMore || (last !== undefined && day < localDay(last.startsAt, timeZone))}
          />
        ))}
      </div>
      <LoadMore list={list} />
      {isSickDayOpen ? <SickDayDialog onClose={() => setSickDayOpen(false)} /> : null}
    </>
  )
}

function WeekLinks({ from, until, today }: { from: string; until: string; today: string }) {
  const linkClass =
    'inline-flex min-h-10 items-center gap-1 rounded-md px-3 font-medium ring-1 ring-field ring-inset hover:bg-surface'
  return (
    <nav aria-label="Weeks" className="flex flex-wrap items-center gap-3 border-b border-line pb-5">
      <h2 className="mr-auto text-xl">
        {formatDay(from)} to {formatDay(addDays(until, -1))}
      </h2>
      <Link to={`?from=${addDays(from, -7)}`} className={linkClass}>
        <ChevronLeft aria-hidden="true" className="size-5" />
        Earlier
      </Link>
      {from === today ? null : (
        <Link to="." className={linkClass}>
          Today
        </Link>
      )}
      <Link to={`?from=${until}`} className={linkClass}>
        Later
        <ChevronRight aria-hidden="true" className="size-5" />
      </Link>
    </nav>
  )
}

type AgendaDaySectionProps = {
  day: string
  today: string
  timeZone: string
  bookings: AgendaBooking[]
  /** True once all of this day's bookings have loaded. */
  isComplete: boolean
}

function AgendaDaySection({ day, today, timeZone, bookings, isComplete }: AgendaDaySectionProps) {
  const dayBookings = bookings.filter(({ startsAt }) => localDay(startsAt, timeZone) === day)
  const id = `day-${day}`
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        {dayName(day)} {day === today ? <Badge tone="primary">Today</Badge> : null}
      </h3>
      {dayBookings.length > 0 ? (
        <Card padding="none">
          <ul className="divide-y divide-line">
            {dayBookings.map((booking) => (
              <AgendaRow key={booking.id} booking={booking} timeZone={timeZone} />
            ))}
          </ul>
        </Card>
      ) : null}
      {dayBookings.length === 0 && isComplete ? <p className="text-muted">Nothing booked.</p> : null}
    </section>
  )
}

function AgendaRow({ booking, timeZone }: { booking: AgendaBooking; timeZone: string }) {
  const { id, startsAt, endsAt, title, place, notes, canBeMarked, state } = booking
  const Icon = place === 'phone' ? Phone : Laptop
  const row = useRef<HTMLLIElement>(null)
  useKeepFocus(row, state)
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid gap-x-6 gap-y-2 p-5 sm:grid-cols-[8rem_minmax(0,1fr)_auto] focus:outline-none sm:items-center sm:px-6"
    >
      <p className="font-semibold tabular-nums">
        {clockInZone(startsAt, timeZone)} to {clockInZone(endsAt, timeZone)}
      </p>
      <div className="min-w-0">
        <p>
          <Link to={`/portal/consultant/bookings/${id}`} className="link font-semibold">
            {formatMemberName(booking)}
          </Link>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {title}, {place === 'phone' ? 'by phone' : 'online'}
        </p>
        {notes ? <p className="mt-1 line-clamp-2 text-sm">{notes}</p> : null}
      </div>
      {state === 'booked' && canBeMarked ? <AttendancePanel booking={booking} /> : <AttendanceBadge state={state} />}
    </li>
  )
}
