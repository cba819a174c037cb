import type { MouseEvent, ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { useMember } from '#features/accounts/web/public.tsx'
import { type MarketId, packageNotFound } from '#features/catalogue/contract.ts'
import { checkoutPath, PackageIllustration } from '#features/catalogue/web/public.tsx'
import { fullName } from '#platform/shared/person-name.ts'
import { replacePage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { listPaymentMethods } from '../../stripe/rules.ts'
import {
  BillingInformation,
  PaymentInformation,
  Problem,
  ProviderLine,
  TestCardRibbon,
} from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import type { Outline } from './load-outline.ts'
import { PurchaseTermsSection } from './purchase-terms-section.tsx'
import { usePackageId, useQuote } from './use-checkout.ts'

type Offer = Quote['package']
type BackTo = (offer: Offer) => ReactNode
type RenewQuote = (quote: Quote | null) => void

type CheckoutPanelProps = {
  title: string
  market: MarketId
  /** Shown to a visitor who has not chosen a package. */
  exitAction: ReactNode
  /** The way back, above the title. */
  back: BackTo
  children: (quote: Quote, renewQuote: RenewQuote) => ReactNode
}

/** Loads the quote for the chosen package. Used by both checkouts. */
export function CheckoutPanel({ market, title, exitAction, back, children }: CheckoutPanelProps) {
  const packageId = usePackageId()
  const renderProblem = (message: string) => (
    <Problem title={title} message={message}>
      {exitAction}
    </Problem>
  )
  if (!packageId) return renderProblem(packageNotFound.message)
  return (
    <QuotePanel
      key={packageId}
      packageId={packageId}
      market={market}
      title={title}
      back={back}
      renderProblem={renderProblem}
    >
      {children}
    </QuotePanel>
  )
}

type QuotePanelProps = Omit<CheckoutPanelProps, 'exitAction'> & {
  packageId: string
  renderProblem: (message: string) => ReactNode
}

function QuotePanel({ packageId, market, title, back, renderProblem, children }: QuotePanelProps) {
  const isMember = useMember() !== null
  const { answer, load, renew } = useQuote(market, packageId, isMember)
  if (answer.state === 'loading') return <CheckoutOutline title={title} back={back} />
  if (answer.state === 'not-found') return renderProblem(answer.message)
  if (answer.state === 'failed') {
    return (
      <Problem title={title} message={answer.message}>
        <Button onClick={load}>Try again</Button>
      </Problem>
    )
  }
  return children(answer.quote, renew)
}

/**
 * The checkout while its quote loads. All that it shows stays in its place, so the picture of the package's card can turn
 * into this one.
 */
export function CheckoutOutline({ title, back }: { title: string; back: BackTo }) {
  const outline = useLoaderData<Outline | null | undefined>()
  if (!outline) return <PageSpinner />
  const { offer, isTest } = outline
  return (
    <>
      <CheckoutHeader title={title} offer={offer} isTest={isTest} back={back} />
      <Columns>
        <SummaryCard offer={offer} />
        <PageSpinner />
      </Columns>
    </>
  )
}

type CheckoutHeaderProps = { title: string; offer: Offer; isTest: boolean; back: BackTo }

export function CheckoutHeader({ title, offer, isTest, back }: CheckoutHeaderProps) {
  return (
    <>
      {isTest ? <TestCardRibbon /> : null}
      {back(offer)}
      <PageHeading title={title} lead={`Complete your purchase for ${offer.title}`} className="mt-6" />
    </>
  )
}

/** The order summary on the left, the payment on the right. */
export function CheckoutColumns({ quote, children }: { quote: Quote; children: ReactNode }) {
  const member = useMember()
  return (
    <Columns>
      <OrderSummaryCard quote={quote} member={member} />
      <HowToPay quote={quote} isMember={member !== null}>
        {children}
      </HowToPay>
    </Columns>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8">
      {children}
    </div>
  )
}

function HowToPay({ quote, isMember, children }: { quote: Quote; isMember: boolean; children: ReactNode }) {
  if (!isMember) return <LoginPanel quote={quote} />
  return quote.isSubscribed ? <AlreadySubscribed quote={quote} /> : children
}

/** Replaces the payment form for a subscriber, who cannot buy a second one (PRODUCT D11). */
function AlreadySubscribed({ quote }: { quote: Quote }) {
  return (
    <Card className="grid justify-items-start gap-6">
      <Alert tone="info" title="You already have this subscription" className="w-full">
        There’s nothing to pay here. Under My Packages, you can see when {quote.package.title} renews and which card it
        uses, or cancel it.
      </Alert>
      <ButtonLink to="/portal/packages" reloadDocument>
        Go to My Packages
      </ButtonLink>
    </Card>
  )
}

function OrderSummaryCard({ quote: { package: offer, price }, member }: { quote: Quote; member: User | null }) {
  return (
    <SummaryCard offer={offer}>
      <dl className="mt-6 grid gap-2 border-t border-line pt-6">
        <Line name="Package Price:">
          <Money amount={price.net} currency={price.currency} />
        </Line>
        <Line name={`${price.taxLabel}:`}>
          <Money amount={price.tax} currency={price.currency} />
        </Line>
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-xl font-semibold">
          <dt>Total:</dt>
          <dd>
            <Money amount={price.total} currency={price.currency} />
          </dd>
        </div>
      </dl>
      <div className="mt-6 border-t border-line pt-6">
        <p className="font-semibold">Customer:</p>
        {member ? (
          <p className="wrap-anywhere">
            {fullName(member.firstName, member.lastName)}
            <span className="block text-muted">{member.email}</span>
          </p>
        ) : null}
      </div>
    </SummaryCard>
  )
}

/** The picture is the file that the package's card has loaded. */
function SummaryCard({ offer, children }: { offer: Offer; children?: ReactNode }) {
  return (
    <Card className="md:sticky md:top-[calc(72px+2rem)]">
      <h2 className="text-xl">Order Summary</h2>
      <PackageIllustration
        package={offer}
        sizes="(max-width: 56.24rem) 60vw, 33rem"
        loading="eager"
        className="mt-6 aspect-video rounded-md [view-transition-name:package]"
      />
      <h3 className="mt-6 font-semibold text-primary-ink">{offer.title}</h3>
      <p className="mt-2 text-muted">{offer.description}</p>
      <p className="mt-2">Duration: {offer.duration}</p>
      {children}
    </Card>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows a visitor the payment panel, with login as the next step (PRODUCT D4). */
function LoginPanel({ quote }: { quote: Quote }) {
  const { package: offer, price } = quote
  const hasChoice = listPaymentMethods(price.market, offer.billing).length > 1
  return (
    <Card className="grid gap-8">
      <BillingInformation member={null} />
      <PaymentInformation>
        <p className="rounded-md border border-dashed border-field px-4 py-3 text-muted">
          Log in to enter your card details{hasChoice ? ' or choose PayPal' : ''}.
        </p>
      </PaymentInformation>
      <PurchaseTermsSection quote={quote} buyerKind="consumer" />
      <div className="grid gap-4">
        <ButtonLink
          to={`/login?from=${encodeURIComponent(checkoutPath(price.market, offer.id))}`}
          reloadDocument
          wide
          onClick={replaceHistoryEntry}
        >
          Log in to pay
        </ButtonLink>
        <ProviderLine />
      </div>
    </Card>
  )
}

/** After login the checkout opens again. It replaces the current history entry, so Back leads to the package list. */
function replaceHistoryEntry(event: MouseEvent<HTMLAnchorElement>) {
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlainClick) return
  event.preventDefault()
  replacePage(event.currentTarget.href)
}
