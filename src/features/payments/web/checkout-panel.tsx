import type { ReactNode } from 'react'
import { useMember } from '#features/accounts/web/public.tsx'
import type { MarketId } from '#features/catalogue/contract.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Quote } from '../contract.ts'
import { LoginToPay } from './login-panel.tsx'
import { OrderSummary } from './order-summary-card.tsx'
import { packageNotFound } from './queries.ts'
import { AlreadySubscribed } from './subscribed-panel.tsx'
import { usePackageId, useQuote } from './use-checkout.ts'

type RenewQuote = (quote: Quote | null) => void

type CheckoutPanelProps = {
  title: string
  market: MarketId
  /** The way on for whoever comes without a package. */
  wayOut: ReactNode
  children: (quote: Quote, renewQuote: RenewQuote) => ReactNode
}

/** From the package that was chosen to its quote: the same way for both checkouts. */
export function CheckoutPanel({ market, title, wayOut, children }: CheckoutPanelProps) {
  const packageId = usePackageId()
  const nothing = (message: string) => (
    <Problem title={title} message={message}>
      {wayOut}
    </Problem>
  )
  if (!packageId) return nothing(packageNotFound)
  return (
    <QuotePanel key={packageId} packageId={packageId} market={market} title={title} nothing={nothing}>
      {children}
    </QuotePanel>
  )
}

type QuotePanelProps = Omit<CheckoutPanelProps, 'wayOut'> & {
  packageId: string
  nothing: (message: string) => ReactNode
}

function QuotePanel({ packageId, market, title, nothing, children }: QuotePanelProps) {
  const isMember = useMember() !== null
  const { answer, load, renew } = useQuote(market, packageId, isMember)
  if (answer.state === 'loading') return <PageSpinner />
  if (answer.state === 'not-found') return nothing(answer.message)
  if (answer.state === 'failed') {
    return (
      <Problem title={title} message={answer.message}>
        <Button onClick={load}>Try again</Button>
      </Problem>
    )
  }
  return children(answer.quote, renew)
}

export function Problem({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-6 py-16">
      <h1 className="text-3xl">{title}</h1>
      <Alert tone="error" className="w-full">
        {message}
      </Alert>
      {children}
    </div>
  )
}

/** What is bought on the left, and on the right how it is paid. */
export function CheckoutColumns({ quote, children }: { quote: Quote; children: ReactNode }) {
  const member = useMember()
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8">
      <OrderSummary quote={quote} member={member} />
      <HowToPay quote={quote} isMember={member !== null}>
        {children}
      </HowToPay>
    </div>
  )
}

function HowToPay({ quote, isMember, children }: { quote: Quote; isMember: boolean; children: ReactNode }) {
  if (!isMember) return <LoginToPay quote={quote} />
  return quote.isSubscribed ? <AlreadySubscribed quote={quote} /> : children
}

export function TestModeRibbon({ quote }: { quote: Quote }) {
  return quote.provider.mode === 'sandbox' ? <TestCardRibbon /> : null
}

export function TestCardRibbon() {
  return (
    <p className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-primary-soft px-4 py-3">
      <Badge tone="primary">Test mode</Badge>
      <span>
        Nothing is charged. Pay with the card <strong className="font-semibold">4242 4242 4242 4242</strong>, any future
        date and any CVC.
      </span>
    </p>
  )
}
