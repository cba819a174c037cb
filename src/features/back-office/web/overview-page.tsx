import { useLoaderData } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { Currency } from '#platform/shared/money.ts'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getOverview } from '../contract/figure.ts'
import { daysInWords } from '../rules/figures.ts'
import { AsOfPanel } from './as-of-panel.tsx'
import { FigureCard } from './figure-card.tsx'
import { MonthsPanel } from './months-panel.tsx'

export function meta() {
  return [{ title: 'Overview' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return load(getOverview)
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: how the business goes. */
export default function OverviewPage() {
  const overview = useLoaderData<typeof clientLoader>()
  const { asOf, months, revenue, subscriptions, sessions, firstSessions } = overview
  const running = months.at(-1) ?? ''
  return (
    <>
      <PageHeading title="Overview" lead="How the business goes. Each number leads to the list of what it counts." />
      {asOf ? <AsOfPanel asOf={asOf} /> : null}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {revenue.map(({ currency, amounts }) => (
          <FigureCard
            key={currency}
            figure="revenue"
            title={`Revenue this month, ${names[currency]}`}
            value={formatMoney(amounts.at(-1) ?? 0, currency)}
            search={`?month=${running}&currency=${currency}`}
          />
        ))}
        <FigureCard figure="packages-active" value={String(overview.activePackages)} />
        <FigureCard figure="first-sessions" value={daysInWords(firstSessions.medianDays)} />
        <FigureCard figure="deliverables-due" value={String(overview.deliverablesDue)} />
        <FigureCard figure="deliverables-late" value={String(overview.deliverablesLate)} />
        <FigureCard figure="messages-waiting" value={String(overview.messagesWaiting)} />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        {revenue.map(({ currency, amounts }) => (
          <MonthsPanel
            key={currency}
            title={`Revenue, ${names[currency]}`}
            months={months}
            series={[{ name: 'Revenue', figure: 'revenue', tone: 'dark', values: amounts, search: { currency } }]}
            inWords={(amount) => formatMoney(amount, currency)}
            leastStep={100}
            inFewWords={(amount) => formatMoney(amount, currency).replace(/\.00$/, '')}
          />
        ))}
        <MonthsPanel
          title="Sessions"
          months={months}
          series={[
            { name: 'Held', figure: 'sessions-held', tone: 'dark', values: sessions.held },
            { name: 'Moved', figure: 'sessions-moved', tone: 'amber', values: sessions.moved },
            { name: 'Missed', figure: 'sessions-missed', tone: 'red', values: sessions.missed },
          ]}
        />
        <MonthsPanel
          title="Subscriptions"
          months={months}
          series={[
            { name: 'New', figure: 'subscriptions-new', tone: 'dark', values: subscriptions.new },
            { name: 'Renewed', figure: 'subscriptions-renewed', tone: 'amber', values: subscriptions.renewed },
            { name: 'Lost', figure: 'subscriptions-lost', tone: 'red', values: subscriptions.lost },
          ]}
        />
      </div>
    </>
  )
}

const names = { GBP: 'pounds', USD: 'dollars' } satisfies Record<Currency, string>
