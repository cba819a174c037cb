import { CalendarCheck, CalendarClock, Package, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { storeUser, useMember } from '#features/accounts/web/public.tsx'
import { UpcomingSessionsPanel } from '#features/bookings/web/public.tsx'
import { DeliverablesOverviewPanel } from '#features/deliverables/web/public.tsx'
import { UnfinishedPaymentActions } from '#features/payments/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { NoPurchasesPanel, PurchasesTable } from '#features/purchases/web/public.tsx'
import { formatSums } from '#platform/shared/format-money.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card, Fact } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { type Dashboard, getDashboard } from '../contract.ts'
import { QuickActionsPanel } from './quick-actions-panel.tsx'

export const meta = privateMeta('Dashboard')

export const clientLoader = pageLoader(async ({ request }) => {
  const purchaseId = new URL(request.url).searchParams.get('purchase')
  const dashboard = await load(getDashboard)
  storeUser(dashboard.user)
  // A purchase just made is among the newest. Any other id does not belong to the member.
  const purchase = dashboard.purchases.find(({ id }) => id === purchaseId)
  return { dashboard, notice: purchase ? toPaymentNotice(purchase) : null }
})

export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlyDropsPurchase = currentUrl.searchParams.has('purchase') && !nextUrl.searchParams.has('purchase')
  return onlyDropsPurchase ? false : defaultShouldRevalidate
}

export const handle = { Start: Greeting }

export default function DashboardPage() {
  const { dashboard, notice } = useLoaderData<typeof clientLoader>()
  useNoticeInNavigationState(notice)
  const shownNotice = readPaymentNotice(useLocation().state)
  const { user, activePackages, totalInvested, sessions, purchases } = dashboard
  // The newest purchase of the package is the one that was just paid.
  const boughtId = purchases.find(({ packageId }) => packageId === shownNotice?.packageId)?.entitlementId
  return (
    <>
      {shownNotice ? (
        <Alert tone="success">
          <p className="font-medium">{shownNotice.message}</p>
          <PackagesLink />
        </Alert>
      ) : null}
      <Greeting />
      {boughtId ? <NextStep entitlementId={boughtId} /> : null}
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
      <QuickActionsPanel actions={dashboard.quickActions} />
      <UpcomingSessionsPanel bookings={sessions.upcoming} timeZone={sessions.timeZone} canBook={sessions.canBook} />
      <DeliverablesOverviewPanel overview={dashboard.deliverables} />
      <section aria-labelledby="purchases">
        <h2 id="purchases" className="mb-4 text-xl">
          Your purchases
        </h2>
        <Purchases dashboard={dashboard} />
      </section>
      <ProfileSummaryCard user={user} completion={dashboard.profileCompletion} />
    </>
  )
}

/** Until hydration, an early script shows the name in `.member-name`. */
function Greeting() {
  const name = useMember()?.firstName
  return (
    <div>
      <p className="text-2xl font-semibold tracking-tight sm:text-3xl">
        Hello, {name ?? <span className="member-name" />}
      </p>
      <p className="mt-1 text-muted">Here’s how your packages are going.</p>
    </div>
  )
}

function Purchases({ dashboard: { purchases, activePackages } }: { dashboard: Dashboard }) {
  if (purchases.length > 0) {
    return (
      <PurchasesTable
        purchases={purchases}
        pendingActions={(purchase) => <UnfinishedPaymentActions purchase={purchase} />}
      />
    )
  }
  if (activePackages === 0) return <NoPurchasesPanel />
  // Packages granted by staff have no purchase (PRODUCT D11).
  return (
    <Card>
      <p>No purchases yet. We gave you your packages for free.</p>
      <PackagesLink />
    </Card>
  )
}

/** The next step in the package just paid for. Other visits to the dashboard don’t load its script. */
function NextStep({ entitlementId }: { entitlementId: string }) {
  const [script, setScript] = useState<typeof import('./next-step-section.tsx')>()
  // If it fails, the notice above still leads to the package.
  useEffect(() => void import('./next-step-section.tsx').then(setScript, () => {}), [])
  return script ? <script.NextStepPanel entitlementId={entitlementId} /> : null
}

/** Removes the purchase from the address and keeps its notice in the navigation state (SPEC §4). */
function useNoticeInNavigationState(notice: PaymentNotice | null) {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!new URLSearchParams(search).has('purchase')) return
    void navigate({ search: '' }, { replace: true, state: notice })
  }, [search, notice, navigate])
}

function PackagesLink() {
  return (
    <Link to="/portal/packages" className="link">
      Go to My Packages
    </Link>
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

/** Navigation state passed to the dashboard (SPEC §4). */
type PaymentNotice = { message: string; packageId: string }

/** Checked by hand, because a schema library would enlarge the dashboard's script. */
function readPaymentNotice(state: unknown): PaymentNotice | null {
  if (typeof state !== 'object' || state === null || !('message' in state) || !('packageId' in state)) return null
  const { message, packageId } = state
  return typeof message === 'string' && typeof packageId === 'string' ? { message, packageId } : null
}

/** The message about a payment just made, or null if it did not succeed. */
function toPaymentNotice({ status, startsAt, startsLater, packageId }: Purchase): PaymentNotice | null {
  if (status === 'pending') {
    return {
      packageId,
      message: 'We’re confirming your payment. Your package will appear here as soon as that’s done.',
    }
  }
  if (status !== 'completed') return null
  return {
    packageId,
    message:
      startsLater && startsAt
        ? `Payment successful! Your package starts on ${formatCompanyDate(startsAt)}.`
        : 'Payment successful! Your package has been activated.',
  }
}

/** SPEC §2: the member's profile and how complete it is. @param completion in percent */
function ProfileSummaryCard({ user, completion }: { user: User; completion: number }) {
  return (
    <section aria-labelledby="profile-summary">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="profile-summary" className="text-xl">
          Your profile
        </h2>
        <Link to="/portal/profile" className="link link-alone">
          Edit profile
        </Link>
      </div>
      <Card>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Fact name="Name">{fullName(user.firstName, user.lastName)}</Fact>
          <Fact name="Email">{user.email}</Fact>
          <Fact name="Mobile">{user.mobile || 'Not added yet'}</Fact>
        </dl>
        <p id="profile-completion" className="mt-6 tabular-nums">
          {completion}% complete
        </p>
        <progress aria-labelledby="profile-completion" value={completion} max={100} className="progress-bar mt-2" />
      </Card>
    </section>
  )
}
