import { Package, Wallet } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { updateMember } from '#features/accounts/web/public.tsx'
import { UpcomingSessions } from '#features/bookings/web/public.tsx'
import { OverviewPanel } from '#features/deliverables/web/public.tsx'
import { UnfinishedActions } from '#features/payments/web/public.tsx'
import { getDashboard } from '#features/portal/contract.ts'
import { getPurchase } from '#features/purchases/contract.ts'
import { NoPurchases, PurchasesTable } from '#features/purchases/web/public.tsx'
import { formatSums } from '#platform/shared/format-money.ts'
import { call } from '#platform/web/call.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PaymentNotice, paymentNotice } from './payment-notice.ts'

export function meta() {
  return [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const purchaseId = new URL(request.url).searchParams.get('purchase')
  const [dashboard, notice] = await Promise.all([call(getDashboard), purchaseId ? findNotice(purchaseId) : null])
  if (dashboard.refused) throw new Error(dashboard.message)
  updateMember(dashboard.value.user)
  return { dashboard: dashboard.value, notice }
}
clientLoader.hydrate = true as const

/** What to say about the payment a person comes from. Never a reason not to show the dashboard. */
async function findNotice(purchaseId: string): Promise<PaymentNotice | null> {
  try {
    const answer = await call(getPurchase, { params: { purchaseId } })
    return answer.refused ? null : paymentNotice(answer.value, new Date())
  } catch {
    return null
  }
}

export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlyDropsPurchase = currentUrl.searchParams.has('purchase') && !nextUrl.searchParams.has('purchase')
  return onlyDropsPurchase ? false : defaultShouldRevalidate
}

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function DashboardPage() {
  const { dashboard, notice } = useLoaderData<typeof clientLoader>()
  usePurchaseInState(notice)
  const arrival = PaymentNotice.safeParse(useLocation().state)
  const { user, activePackages, totalInvested, purchases, sessions, deliverables } = dashboard
  return (
    <>
      {arrival.success ? <Arrival message={arrival.data.message} /> : null}
      <div>
        <p className="text-2xl font-semibold tracking-tight sm:text-3xl">Hello, {user.firstName}</p>
        <p className="mt-1 text-muted">Here is where your packages stand.</p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2 sm:gap-6">
        <Stat name="Active Packages" icon={<Package />}>
          {activePackages}
        </Stat>
        <Stat name="Total Invested" icon={<Wallet />}>
          {formatSums(totalInvested)}
        </Stat>
      </dl>
      <UpcomingSessions bookings={sessions.upcoming} timeZone={sessions.timeZone} canBook={sessions.canBook} />
      <OverviewPanel overview={deliverables} />
      <section aria-labelledby="purchases">
        <h2 id="purchases" className="mb-4 text-xl">
          Your purchases
        </h2>
        {purchases.length > 0 ? (
          <PurchasesTable purchases={purchases} unfinished={(one) => <UnfinishedActions purchase={one} />} />
        ) : (
          <NoPurchases />
        )}
      </section>
    </>
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
      <dt className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted">
        {name}
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
