import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { addDays } from '#platform/shared/calendar.ts'
import { localDay, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listAllConsultants } from '../contract/consultant.ts'
import { BookingFilter, downloadBookings, listAllBookings, type StaffBooking } from '../contract/staff.ts'
import { daysBetween } from '../rules/days.ts'
import { StaffDay } from './staff-day-section.tsx'
import { StaffFilterForm } from './staff-filter-form.tsx'

export function meta() {
  return [{ title: 'Bookings' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const filter = readFilter(new URL(request.url).searchParams)
  const [first, consultants] = await Promise.all([fetchPage(filter), load(listAllConsultants)])
  return { filter, first, consultants: consultants.map(({ id, displayName }) => [id, displayName] as const) }
}
clientLoader.hydrate = true as const

/** A day, or a week where the address says nothing else; what it says wrongly is not asked for. */
function readFilter(address: URLSearchParams): BookingFilter {
  const read = (name: keyof BookingFilter) => {
    const value = address.get(name) || undefined
    return BookingFilter.safeParse({ [name]: value }).success ? value : undefined
  }
  return BookingFilter.parse({
    from: read('from'),
    days: address.get('days') === '1' ? 1 : 7,
    consultantId: read('consultantId'),
    state: read('state'),
  })
}

function fetchPage(filter: BookingFilter, cursor?: string) {
  return load(listAllBookings, { query: { ...filter, cursor, limit: 100 } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: the sessions of all consultants, by day or by week; on a phone always a list of days. */
export default function StaffCalendarPage() {
  const { filter, first, consultants } = useLoaderData<typeof clientLoader>()
  const { from, until, today } = first
  const list = useMore<StaffBooking>(first, (cursor) => fetchPage({ ...filter, from }, cursor))
  const last = list.items.at(-1)
  const lastDay = last && localDay(last.startsAt, DEFAULT_TIME_ZONE)
  return (
    <>
      <PageHeading
        title="Bookings"
        lead={`The sessions of all consultants. All times are ${zoneName(DEFAULT_TIME_ZONE)}.`}
        actions={<CsvButton fetchFile={() => attempt(downloadBookings, { query: { ...filter, from } })} />}
      />
      <StaffFilterForm key={JSON.stringify(filter)} filter={filter} consultants={consultants} />
      <Steps filter={filter} from={from} until={until} today={today} />
      <div className="@container">
        <div className={classNames('grid gap-6', filter.days > 1 && '@4xl:grid-cols-7 @4xl:gap-3')}>
          {daysBetween(from, until).map((day) => (
            <StaffDay
              key={day}
              day={day}
              isToday={day === today}
              bookings={list.items.filter(({ startsAt }) => localDay(startsAt, DEFAULT_TIME_ZONE) === day)}
              isComplete={!list.hasMore || (lastDay !== undefined && day < lastDay)}
            />
          ))}
        </div>
      </div>
      <LoadMore list={list} />
    </>
  )
}

type StepsProps = { filter: BookingFilter; from: string; until: string; today: string }

/** To other days, by as many as are shown. */
function Steps({ filter, from, until, today }: StepsProps) {
  const linkClass =
    'inline-flex min-h-10 items-center gap-1 rounded-md px-3 font-medium ring-1 ring-field ring-inset hover:bg-surface aria-[current]:bg-secondary-deep aria-[current]:text-white'
  const { days } = filter
  const lastDay = addDays(until, -1)
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line pb-5">
      <h2 className="mr-auto text-xl">
        {days === 1 ? formatDay(from) : `${formatDay(from)} to ${formatDay(lastDay)}`}
      </h2>
      <nav aria-label="Day or week" className="flex gap-2">
        {lengths.map(([length, words]) => (
          <Link
            key={length}
            to={addressOf({ ...filter, from, days: length })}
            aria-current={length === days ? 'page' : undefined}
            className={linkClass}
          >
            {words}
          </Link>
        ))}
      </nav>
      <nav aria-label="Other days" className="flex flex-wrap gap-2">
        <Link to={addressOf({ ...filter, from: addDays(from, -days) })} className={linkClass}>
          <ChevronLeft aria-hidden="true" className="size-5" />
          Earlier
        </Link>
        {from === today ? null : (
          <Link to={addressOf({ ...filter, from: undefined })} className={linkClass}>
            Today
          </Link>
        )}
        <Link to={addressOf({ ...filter, from: until })} className={linkClass}>
          Later
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      </nav>
    </div>
  )
}

const lengths = [
  [1, 'Day'],
  [7, 'Week'],
] as const

function addressOf(filter: BookingFilter): string {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}
