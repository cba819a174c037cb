import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { type BuyerAccount, SecondStepDialog, useBuyerAccount } from '#features/accounts/web/public-checkout.tsx'
import { type MarketId, packageNotFound } from '#features/catalogue/contract.ts'
import { PackageIllustration } from '#features/catalogue/web/public.tsx'
import { fullName } from '#platform/shared/person-name.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { Problem, TestCardRibbon } from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import { type CodeEntry, DiscountCodeSection, useDiscountCode } from './discount-code-section.tsx'
import type { Outline } from './load-outline.ts'
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx'
import { usePackageId, useQuote } from './use-checkout.ts'

type Offer = Quote['package']
type BackTo = (offer: Offer) => ReactNode
type RenewQuote = (quote: Quote | null) => void

/** The quote, how to replace it, and the discount code. */
export type Checkout = { quote: Quote; renewQuote: RenewQuote; codeEntry: CodeEntry }

type CheckoutPanelProps = {
  title: string
  market: MarketId
  /** Shown to a visitor who has not chosen a package. */
  exitAction: ReactNode
  /** The way back, above the title. */
  back: BackTo
  children: (checkout: Checkout) => ReactNode
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
  const [code, setCode] = useDiscountCode(packageId)
  const { answer, load, renew } = useQuote({ market, packageId, code, isMember })
  if (answer.state === 'loading') return <CheckoutOutline title={title} back={back} />
  if (answer.state === 'not-found') return renderProblem(answer.message)
  if (answer.state === 'failed') {
    return (
      <Problem title={title} message={answer.message}>
        <Button onClick={load}>Try again</Button>
      </Problem>
    )
  }
  // The same code is asked for again after a failure.
  const enter = (entered: string | null) => (entered === code ? void load() : setCode(entered))
  const codeEntry = { code, isChecking: answer.code !== code, problem: answer.problem, enter }
  return children({ quote: answer.quote, renewQuote: renew, codeEntry })
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
export function CheckoutColumns({
  codeEntry,
  ...props
}: Omit<PaymentFormProps, 'account' | 'isReady'> & { codeEntry: CodeEntry }) {
  const { quote, payment, draft } = props
  const account = useBuyerAccount(draft?.account)
  return (
    <Columns>
      <OrderSummaryCard
        quote={quote}
        customer={account.customer}
        codeEntry={codeEntry}
        isLocked={payment.state === 'processing'}
      />
      {quote.isSubscribed ? (
        <AlreadySubscribed quote={quote} hasJustPaid={draft?.paysWith === 'card'} />
      ) : (
        <PaymentForm {...props} account={account} isReady={!codeEntry.isChecking} />
      )}
      <SecondStepDialog account={account} />
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

/** Replaces the payment form for a subscriber, who cannot buy a second one (PRODUCT D11). */
function AlreadySubscribed({ quote, hasJustPaid }: { quote: Quote; hasJustPaid: boolean }) {
  return (
    <Card className="grid justify-items-start gap-6">
      <Alert
        tone={hasJustPaid ? 'success' : 'info'}
        title={hasJustPaid ? 'We’ve received your payment' : 'You already have this subscription'}
        className="w-full"
      >
        There’s nothing to pay here. Under My Packages, you can see when {quote.package.title} renews and which card it
        uses, or cancel it.
      </Alert>
      <ButtonLink to="/portal/packages" reloadDocument>
        Go to My Packages
      </ButtonLink>
    </Card>
  )
}

type OrderSummaryCardProps = {
  quote: Quote
  customer: BuyerAccount['customer']
  codeEntry: CodeEntry
  isLocked: boolean
}

function OrderSummaryCard({ quote, customer, codeEntry, isLocked }: OrderSummaryCardProps) {
  const { package: offer, price, discount } = quote
  return (
    <SummaryCard offer={offer}>
      <dl className="mt-4 grid gap-2 border-t border-line pt-4 md:mt-6 md:pt-6">
        <Line name="Package Price:">
          <Money amount={(discount?.fullPrice ?? price).net} currency={price.currency} />
        </Line>
        {discount ? (
          <Line name={`Discount (${discount.code}):`}>
            −<Money amount={discount.amount} currency={price.currency} />
          </Line>
        ) : null}
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
      <DiscountCodeSection quote={quote} entry={codeEntry} isLocked={isLocked} />
      <div className="mt-4 border-t border-line pt-4 md:mt-6 md:pt-6">
        <p className="font-semibold">Customer:</p>
        <p className="wrap-anywhere">
          {fullName(customer.firstName, customer.lastName)}
          <span className="block text-muted">{customer.email || 'Your name and email go here.'}</span>
        </p>
      </div>
    </SummaryCard>
  )
}

/** The picture is the file that the package's card has loaded. */
function SummaryCard({ offer, children }: { offer: Offer; children?: ReactNode }) {
  return (
    <Card className="md:sticky md:top-[calc(72px+2rem)]">
      <h2 className="text-xl">Order Summary</h2>
      <div className="mt-4 grid grid-cols-[clamp(0px,calc(100%-9rem),7rem)_minmax(0,1fr)] gap-x-4 md:mt-6 md:block">
        <PackageIllustration
          package={offer}
          sizes="(max-width: 56.24rem) 14rem, 33rem"
          loading="eager"
          className="aspect-square rounded-md [view-transition-name:package] md:mb-6 md:aspect-video"
        />
        <div>
          <h3 className="font-semibold text-primary-ink">{offer.title}</h3>
          <p className="mt-2 text-muted max-md:text-sm">{offer.description}</p>
          <p className="mt-2">Duration: {offer.duration}</p>
        </div>
      </div>
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer content-center font-medium">What’s included</summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
          {offer.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </details>
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
