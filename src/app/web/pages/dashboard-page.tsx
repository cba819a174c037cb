import { CalendarCheck, CalendarClock, Package, Wallet } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { updateMember, useMember } from '#features/accounts/web/public.tsx'
import { UpcomingSessions } from '#features/bookings/web/public.tsx'
import { OverviewPanel } from '#features/deliverables/web/public.tsx'
import { UnfinishedActions } from '#features/payments/web/public.tsx'
import { type Dashboard, getDashboard } from '#features/portal/contract.ts'
import { ProfileSummary, QuickActions } from '#features/portal/web/public.tsx'
import { NoPurchases, PurchasesTable } from '#features/purchases/web/public.tsx'
import { formatSums } from '#platform/shared/format-money.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { type PaymentNotice, paymentNotice, readPaymentNotice } from './payment-notice.ts'

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const purchaseId = new URL(request.url).searchParams.get('purchase')
  const dashboard = await load(getDashboard)
  updateMember(dashboard.user)
  // Whoever comes from a payment has just made it: it is among the newest, or it is not theirs.
  const purchase = dashboard.purchases.find(({ id }) => id === purchaseId)
  return { dashboard, notice: purchase ? paymentNotice(purchase) : null }
}
clientLoader.hydrate = true as const

export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlyDropsPurchase = currentUrl.searchParams.has('purchase') && !nextUrl.searchParams.has('purchase')
  return onlyDropsPurchase ? false : defaultShouldRevalidate
}

export const handle = { Start: Greeting }

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function DashboardPage() {
  const { dashboard, notice } = useLoaderData<typeof clientLoader>()
  usePurchaseInState(notice)
  const arrival = readPaymentNotice(useLocation().state)
  const { user, activePackages, totalInvested, sessions } = dashboard
  return (
    <>
      {arrival ? <Arrival message={arrival.message} /> : null}
      <Greeting />
      <dl className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
        <Stat name="Active Packages" icon={<Package />}>
          {activePackages}
        </Stat>
        <Stat name="Upcoming Sessions" icon={<CalendarClock />}>
          {sessions.upcomingCount}
        </Stat>
        <Stat name="Completed Sessions" icon={<CalendarCheck />}>
          {sessions.completedCount}
        </Stat>
        <Stat name="Total Invested" icon={<Wallet />}>
          {formatSums(totalInvested)}
        </Stat>
      </dl>
      <QuickActions actions={dashboard.quickActions} />
      <UpcomingSessions bookings={sessions.upcoming} timeZone={sessions.timeZone} canBook={sessions.canBook} />
      <OverviewPanel overview={dashboard.deliverables} />
      <section aria-labelledby="purchases">
        <h2 id="purchases" className="mb-4 text-xl">
          Your purchases
        </h2>
        <Purchases dashboard={dashboard} />
      </section>
      <ProfileSummary user={user} completion={dashboard.profileCompletion} />
    </>
  )
}

/** Before the page has come alive the first script says the name. */
function Greeting() {
  const name = useMember()?.firstName
  return (
    <div>
      <p className="text-2xl font-semibold tracking-tight sm:text-3xl">
        Hello, {name ?? <span className="member-name" />}
      </p>
      <p className="mt-1 text-muted">Here is where your packages stand.</p>
    </div>
  )
}

function Purchases({ dashboard: { purchases, activePackages } }: { dashboard: Dashboard }) {
  if (purchases.length > 0) {
    return <PurchasesTable purchases={purchases} unfinished={(one) => <UnfinishedActions purchase={one} />} />
  }
  return activePackages > 0 ? <OnlyGifts /> : <NoPurchases />
}

/** What staff give away has no purchase (PRODUCT D11). */
function OnlyGifts() {
  return (
    <Card>
      <p>You have paid for nothing: what you have was given to you.</p>
      <Link to="/portal/packages" className="link">
        See it in My Packages
      </Link>
    </Card>
  )
}

/** The address keeps no purchase: what it brought goes into the navigation's state (SPEC §4). */
function usePurchaseInState(notice: PaymentNotice | null) {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!new URLSearchParams(search).has('purchase')) return
    void navigate({ search: '' }, { replace: true, state: notice })
  }, [search, notice, navigate])
}

function Arrival({ message }: { message: string }) {
  return (
    <Alert tone="success">
      <p className="font-medium">{message}</p>
      <Link to="/portal/packages" className="link">
        See it in My Packages
      </Link>
    </Alert>
  )
}

function Stat({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <dt className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        <span className="min-w-0 grow basis-[min-content] wrap-break-word">{name}</span>
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink"
        >
          {icon}
        </span>
      </dt>
      <dd className="mt-2 text-3xl font-semibold tracking-tight break-words tabular-nums">{children}</dd>
    </Card>
  )
}
