import { useLoaderData } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { Currency } from '#platform/shared/money.ts'
import { loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getOverview } from '../contract.ts'
import { formatDays } from '../rules.ts'
import { AsOfPanel, MetricCard } from './metric-card.tsx'
import { MonthlyChart } from './monthly-chart.tsx'

export const meta = privateMeta('Overview')

export const clientLoader = loaderOf(getOverview)

export default function OverviewPage() {
  const overview = useLoaderData<typeof clientLoader>()
  const { asOf, months, revenue, subscriptions, sessions, firstSessions } = overview
  const currentMonth = months.at(-1) ?? ''
  return (
    <>
      <PageHeading title="Overview" lead="Your business at a glance. Select a number to see what’s behind it." />
      {asOf ? <AsOfPanel asOf={asOf} /> : null}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {revenue.map(({ currency, amounts }) => (
          <MetricCard
            key={currency}
            metric="revenue"
            title={`Revenue this month in ${currencyNames[currency]}`}
            value={formatMoney(amounts.at(-1) ?? 0, currency)}
            search={`?month=${currentMonth}&currency=${currency}`}
          />
        ))}
        <MetricCard metric="packages-active" value={String(overview.activePackages)} />
        <MetricCard metric="first-sessions" value={formatDays(firstSessions.medianDays)} />
        <MetricCard metric="deliverables-due" value={String(overview.deliverablesDue)} />
        <MetricCard metric="deliverables-late" value={String(overview.deliverablesLate)} />
        <MetricCard metric="messages-waiting" value={String(overview.messagesWaiting)} />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        {revenue.map(({ currency, amounts }) => (
          <MonthlyChart
            key={currency}
            title={`Revenue in ${currencyNames[currency]}`}
            months={months}
            series={[{ name: 'Revenue', metric: 'revenue', tone: 'dark', values: amounts, search: { currency } }]}
            formatValue={(amount) => formatMoney(amount, currency)}
            minStep={100}
            formatAxisValue={(amount) => formatMoney(amount, currency).replace(/\.00$/, '')}
          />
        ))}
        <MonthlyChart
          title="Sessions"
          months={months}
          series={[
            { name: 'Completed', metric: 'sessions-held', tone: 'dark', values: sessions.held },
            { name: 'Moved', metric: 'sessions-moved', tone: 'amber', values: sessions.moved },
            { name: 'No-shows', metric: 'sessions-missed', tone: 'red', values: sessions.missed },
          ]}
        />
        <MonthlyChart
          title="Subscriptions"
          months={months}
          series={[
            { name: 'New', metric: 'subscriptions-new', tone: 'dark', values: subscriptions.new },
            { name: 'Renewed', metric: 'subscriptions-renewed', tone: 'amber', values: subscriptions.renewed },
            { name: 'Lost', metric: 'subscriptions-lost', tone: 'red', values: subscriptions.lost },
          ]}
        />
      </div>
    </>
  )
}

const currencyNames = { GBP: 'pounds', USD: 'dollars' } satisfies Record<Currency, string>
