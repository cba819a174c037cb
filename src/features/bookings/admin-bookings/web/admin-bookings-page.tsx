import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { addDays, listDays } from '#platform/shared/calendar.ts'
import { localDay, zoneName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { CsvButton } from '#platform/web/ui/download-buttons.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, filterAddress, readFilter } from '#platform/web/ui/list-page.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { listAllConsultants } from '../../admin-consultants/contract.ts'
import { type AdminBooking, BookingFilter, downloadBookings, listAllBookings } from '../contract.ts'
import { BookingsDaySection, bookingStates } from './bookings-day-section.tsx'

export const meta = privateMeta('Bookings')

export const clientLoader = pageLoader(async ({ request }) => {
  const requested = readFilter(BookingFilter, request)
  // The page shows either one day or one week.
  const filter = { ...requested, days: requested.days === 1 ? 1 : 7 }
  const [firstPage, consultants] = await Promise.all([fetchPage(filter), load(listAllConsultants)])
  return { filter, firstPage, consultants: consultants.map(({ id, displayName }) => [id, displayName] as const) }
})

function fetchPage(filter: BookingFilter, cursor?: string) {
  return load(listAllBookings, { query: { ...filter, cursor, limit: 100 } })
}

/** Administrator page that shows all consultants' sessions by day or week. Phones always show a list of days. */
export default function AdminBookingsPage() {
  const { filter, firstPage, consultants } = useLoaderData<typeof clientLoader>()
  const { from, until, today } = firstPage
  const list = useLoadMore<AdminBooking>(firstPage, (cursor) => fetchPage({ ...filter, from }, cursor))
  const lastBooking = list.items.at(-1)
  const lastDay = lastBooking && localDay(lastBooking.startsAt, DEFAULT_TIME_ZONE)
  return (
    <>
      <PageHeading
        title="Bookings"
        lead={`Every consultant’s sessions. All times are ${zoneName(DEFAULT_TIME_ZONE)}.`}
        actions={<CsvButton fetchFile={() => attempt(downloadBookings, { query: { ...filter, from } })} />}
      />
      <BookingsFilterForm filter={filter} consultants={consultants} />
      <PeriodLinks filter={filter} from={from} until={until} today={today} />
      <div className="@container">
        <div className={classNames('grid gap-6', filter.days > 1 && '@4xl:grid-cols-7 @4xl:gap-3')}>
          {listDays(from, until).map((day) => (
            <BookingsDaySection
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

type PeriodLinksProps = { filter: BookingFilter; from: string; until: string; today: string }

/** Links to the previous and next day or week. */
function PeriodLinks({ filter, from, until, today }: PeriodLinksProps) {
  const linkClass =
    'inline-flex min-h-10 items-center gap-1 rounded-md px-3 font-medium ring-1 ring-field ring-inset hover:bg-surface aria-[current]:bg-secondary-ink aria-[current]:text-surface'
  const { days } = filter
  const lastDay = addDays(until, -1)
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line pb-5">
      <h2 className="mr-auto text-xl">
        {days === 1 ? formatDay(from) : `${formatDay(from)} to ${formatDay(lastDay)}`}
      </h2>
      <nav aria-label="Day or week" className="flex gap-2">
        {periodLengths.map(([length, label]) => (
          <Link
            key={length}
            to={filterAddress({ ...filter, from, days: length })}
            aria-current={length === days ? 'page' : undefined}
            className={linkClass}
          >
            {label}
          </Link>
        ))}
      </nav>
      <nav aria-label="Other days" className="flex flex-wrap gap-2">
        <Link to={filterAddress({ ...filter, from: addDays(from, -days) })} className={linkClass}>
          <ChevronLeft aria-hidden="true" className="size-5" />
          Earlier
        </Link>
        {from === today ? null : (
          <Link to={filterAddress({ ...filter, from: undefined })} className={linkClass}>
            Today
          </Link>
        )}
        <Link to={filterAddress({ ...filter, from: until })} className={linkClass}>
          Later
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      </nav>
    </div>
  )
}

const periodLengths = [
  [1, 'Day'],
  [7, 'Week'],
] as const

type BookingsFilterFormProps = {
  filter: BookingFilter
  consultants: readonly (readonly [id: string, name: string])[]
}

const stateOptions = Object.entries(bookingStates).map(([state, { label }]) => [state, label] as const)

function BookingsFilterForm({ filter, consultants }: BookingsFilterFormProps) {
  return (
    <FilterForm
      filter={filter}
      className="grid gap-4 sm:grid-cols-4 sm:items-end"
      button={
        <Button type="submit" variant="secondary">
          Show
        </Button>
      }
    >
      {(field) => (
        <>
          <TextField label="From" type="date" {...field('from')} />
          <SelectField label="Consultant" prompt="All" choices={consultants} {...field('consultantId')} />
          <SelectField label="Status" prompt="All" choices={stateOptions} {...field('state')} />
        </>
      )}
    </FilterForm>
  )
}
