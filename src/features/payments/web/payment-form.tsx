import { Lock } from 'lucide-react'
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { reloadPage, replacePage } from '#platform/web/leave.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Quote } from '../contract.ts'
import { OnceMoreQuestion, StartChoice, TermsInShort } from './before-paying-panel.tsx'
import { type CardEntry, CardForm, NOT_LOADED } from './card-form.tsx'
import { AgeObstacleNotice, AgeQuestion } from './guardian-panel.tsx'
import type { Consents, TakePayment } from './queries.ts'
import { useAge } from './use-age.ts'
import type { Payment } from './use-checkout.ts'

type PaymentFormProps = {
  quote: Quote
  member: User
  payment: Payment
  onPay: (order: { member: User; consents: Consents; isUnder18: boolean | null; takePayment: TakePayment }) => void
  onProblem: (message: string | undefined) => void
}

export function PaymentForm({ quote, member, payment, onPay, onProblem }: PaymentFormProps) {
  const card = useRef<CardEntry>(null)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [consents, setConsents] = useState<Consents>({ startNow: false, acknowledgeLoss: false })
  const age = useAge(quote)
  const isBusy = payment.state === 'processing'
  const total = formatMoney(quote.price.total, quote.price.currency)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (age.isOpen) return age.insist()
    const entry = card.current
    const obstacle = entry ? entry.findProblem() : NOT_LOADED
    if (!entry || obstacle) onProblem(obstacle ?? NOT_LOADED)
    else onPay({ member, consents, isUnder18: age.isUnder18, takePayment: entry.pay })
  }

  return (
    <Card>
      <form onSubmit={submit} className="grid gap-8">
        <BillingInformation member={member} />
        <PaymentInformation>
          <CardForm
            ref={card}
            provider={quote.provider}
            isLoading={library === 'loading'}
            isLocked={isBusy}
            onLoad={setLibrary}
            // What was wrong with the card before it was changed is no news any more.
            onEdit={() => onProblem(undefined)}
          />
          {library === 'failed' ? <LoadProblem /> : null}
        </PaymentInformation>
        {quote.asksForAge ? <AgeQuestion age={age} isLocked={isBusy} /> : null}
        <StartChoice quote={quote} consents={consents} isLocked={isBusy} onChange={setConsents} />
        <TermsInShort quote={quote} />
        <div className="grid gap-4">
          <BeforeButton quote={quote} payment={payment} />
          <AgeObstacleNotice age={age} />
          <Button
            type="submit"
            wide
            disabled={library !== 'ready' || payment.state === 'reading' || age.obstacle !== undefined}
            busy={isBusy}
            busyLabel="Processing Payment..."
          >
            {labelOf(payment, quote.runsUntil, total)}
          </Button>
          {isBusy ? <SlowNotice /> : null}
          <ProviderLine />
        </div>
      </form>
    </Card>
  )
}

/** A press that means something else than the one before has another name. */
function labelOf(payment: Payment, runsUntil: string | null, total: string): string {
  const givesUpOther = (payment.state === 'editing' || payment.state === 'reading') && payment.givesUpOther
  if (givesUpOther) return `Pay ${total} here instead`
  return runsUntil ? `Buy once more for ${total}` : `Pay ${total}`
}

/** What has to be read before the press; where it is news, the person is led to it. */
function BeforeButton({ quote: { runsUntil }, payment }: { quote: Quote; payment: Payment }) {
  const words = useRef<HTMLDivElement>(null)
  const isNews = payment.state === 'reading'
  useEffect(() => {
    if (isNews) words.current?.focus()
  }, [isNews])
  const problem = payment.state === 'editing' || payment.state === 'reading' ? payment.problem : undefined
  if (!problem && !runsUntil) return null
  return (
    <div ref={words} tabIndex={-1} className="grid gap-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {runsUntil ? <OnceMoreQuestion /> : null}
    </div>
  )
}

/** The same panel for a visitor: everything to read, and logging in as the next step (PRODUCT D4). */
export function LoginToPay({ quote, loginAddress }: { quote: Quote; loginAddress: string }) {
  return (
    <Card className="grid gap-8">
      <BillingInformation member={null} />
      <PaymentInformation>
        <p className="rounded-md border border-dashed border-field px-4 py-3 text-muted">
          You enter your card here once you are logged in.
        </p>
      </PaymentInformation>
      <TermsInShort quote={quote} />
      <div className="grid gap-4">
        <ButtonLink to={loginAddress} reloadDocument wide onClick={withoutStep}>
          Log in to pay
        </ButtonLink>
        <ProviderLine />
      </div>
    </Card>
  )
}

/** Back from the login this page is opened anew: one step back then leads to where the package was chosen. */
function withoutStep(event: MouseEvent<HTMLAnchorElement>) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlain) return
  event.preventDefault()
  replacePage(event.currentTarget.href)
}

function BillingInformation({ member }: { member: User | null }) {
  return (
    <section>
      <h2 className="text-xl">Billing Information</h2>
      <p className="mt-4 font-medium">Billing to:</p>
      {member ? (
        <p className="wrap-anywhere">
          {member.firstName} {member.lastName}
          <span className="block text-muted">{member.email}</span>
          {member.mobile ? <span className="block text-muted">{member.mobile}</span> : null}
        </p>
      ) : null}
    </section>
  )
}

function PaymentInformation({ children }: { children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">Payment Information</h2>
      {children}
      <p className="flex items-center gap-2.5 text-sm text-muted">
        <Lock aria-hidden="true" className="size-4 shrink-0" />
        Your payment information is secure and encrypted
      </p>
    </section>
  )
}

/** By a full load: a browser that still waits for the provider's script would only wait on for it. */
function LoadProblem() {
  return (
    <Alert tone="error">
      <p>{NOT_LOADED}</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={reloadPage}>
        Try again
      </Button>
    </Alert>
  )
}

/** PAYMENTS §9.6: as long as anybody has to wait without a word. */
const PATIENCE_MS = 20_000

function SlowNotice() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <Alert tone="info" title="This takes longer than usual">
      <p>
        If your bank asks you something, please answer there. You can also leave this page: you get an email as soon as
        your payment is confirmed, and your dashboard shows how it stands.
      </p>
      <ButtonLink to="/portal/dashboard" reloadDocument variant="quiet" size="small" className="mt-3">
        Go to your dashboard
      </ButtonLink>
    </Alert>
  )
}

function ProviderLine() {
  return <p className="text-center text-sm text-muted">Powered by Stripe • Secure payment processing</p>
}
