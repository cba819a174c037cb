import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { addDays } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { localDay, zoneName } from '#platform/shared/local-time.ts'
import { call } from '#platform/web/call.ts'
import { formatDay } from '#platform/web/dates.ts'
import { CallFailed } from '#platform/web/request.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listAgenda } from '../contract/agenda.ts'
import { daysBetween } from '../rules/days.ts'
import { AgendaDay } from './agenda-day-section.tsx'
import { IllnessDialog } from './illness-dialog.tsx'
import { NoEntry } from './no-entry-panel.tsx'

export function meta() {
  return [{ title: 'My day' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ request }: { request: Request }) {
  return fetchAgenda({ from: new URL(request.url).searchParams.get('from') ?? undefined })
}
clientLoader.hydrate = true as const

/** null: there is no entry among the consultants yet. */
async function fetchAgenda(asked: { from?: string | undefined; cursor?: string }) {
  const answer = await call(listAgenda, { query: { ...asked, limit: 100 } })
  if (answer.refused === 'no-consultant-entry') return null
  if (answer.refused) throw new CallFailed(0, answer.refused, answer.message)
  return answer.value
}

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function AgendaPage() {
  const agenda = useLoaderData<typeof clientLoader>()
  return agenda ? <Agenda first={agenda} /> : <NoEntry />
}

type AgendaPageOf = ResponseOf<typeof listAgenda>

function Agenda({ first }: { first: AgendaPageOf }) {
  const [isIll, setIll] = useState(false)
  const { from, until, today, timeZone } = first
  const list = useMore<AgendaPageOf['items'][number]>(
    first,
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
          <Button variant="quiet" size="small" onClick={() => setIll(true)}>
            I am ill today
          </Button>
        </div>
      </div>
      <WeekLinks from={from} until={until} today={today} />
      <div className="grid gap-8">
        {daysBetween(from, until).map((day) => (
          <AgendaDay
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
      {isIll ? <IllnessDialog onClose={() => setIll(false)} /> : null}
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
