import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { confirmDuePayment, type Subscription, startDuePayment } from '../contract/subscription.ts'
import { ProviderLine } from './billing-section.tsx'
import { Problem, TestCardRibbon } from './checkout-panel.tsx'
import { NOT_LOADED } from './queries.ts'
import { BackToPackages, SubscriptionNews } from './subscription-news-panel.tsx'
import { useStripeLibrary } from './use-stripe-library.ts'
import { beginFor } from './use-subscription.ts'

const NOT_CONFIRMED = 'The payment was not made. Please try again, or use another card.'
const ENDED = 'This subscription has ended, so nothing is due any more. You can buy it again under My Packages.'
const NOT_THERE_YET =
  'Your bank has confirmed it, and we are waiting for the payment. You can leave this page: you get an email if it fails.'

export function meta() {
  return [{ title: 'Pay your month' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ request }: { request: Request }) {
  return beginFor(startDuePayment, request)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

/** The month that is due, with its member present: a bank that wants to ask its customer can do so here. */
export default function DuePaymentPage() {
  const begun = useLoaderData<typeof clientLoader>()
  const [paid, setPaid] = useState<Subscription>()
  if (paid) return <SubscriptionNews title="Payment successful" subscription={paid} isCharged />
  if (begun.state === 'failed') {
    return (
      <Problem title="Pay your month" message={begun.message}>
        <BackToPackages />
      </Problem>
    )
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      {begun.started.provider.mode === 'sandbox' ? <TestCardRibbon /> : null}
      <PageHeading title="Pay your month" lead={`For your subscription ${begun.subscription.title}`} />
      <DuePayment {...begun} onPaid={setPaid} />
    </div>
  )
}

type Answer = { tone: 'error' | 'info'; words: string }
type Begun = Extract<Awaited<ReturnType<typeof clientLoader>>, { state: 'begun' }>

function DuePayment({ subscription, started, onPaid }: Begun & { onPaid: (paid: Subscription) => void }) {
  const { clientSecret, cardId, provider, price } = started
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const stripe = useStripeLibrary({ provider, isLoading: library === 'loading', onLoad: setLibrary })
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const { id, card } = subscription

  const pay = async () => {
    if (!stripe) return
    setBusy(true)
    setAnswer(undefined)
    // A payment that was declined has lost its card: the one on file is named each time.
    const { error } = await stripe.confirmCardPayment(clientSecret, cardId ? { payment_method: cardId } : {})
    // Only the server knows how it stands: the provider's answer may be about a payment that was made before.
    const ending = await attempt(confirmDuePayment, { params: { subscriptionId: id } })
    setBusy(false)
    if (ending.state === 'done' && ending.value.status === 'active') return onPaid(ending.value)
    setAnswer(answerTo(error, ending))
  }
  return (
    <Card className="grid gap-6">
      <p>
        {formatMoney(price.total, price.currency)} incl. {price.taxLabel} are due for this month
        {card ? `, with your card ending in ${card.last4}` : ''}. Your bank may ask you to confirm it.
      </p>
      {library === 'failed' ? <Alert tone="error">{NOT_LOADED}</Alert> : null}
      {answer ? <Alert tone={answer.tone}>{answer.words}</Alert> : null}
      <Button wide disabled={!stripe} busy={isBusy} busyLabel="Asking your bank…" onClick={pay}>
        Pay {formatMoney(price.total, price.currency)}
      </Button>
      <ButtonLink to={`/checkout/card?subscription=${id}`} reloadDocument variant="quiet">
        Use another card
      </ButtonLink>
      <BackToPackages />
      <ProviderLine />
    </Card>
  )
}

function answerTo(error: BankError | undefined, ending: Ending): Answer {
  if (ending.state === 'done' && ending.value.endedAt) return { tone: 'error', words: ENDED }
  if (error) return { tone: 'error', words: wordsOf(error) }
  return ending.state === 'failed' ? { tone: 'error', words: ending.message } : { tone: 'info', words: NOT_THERE_YET }
}

type BankError = { type: string; message?: string | undefined }
type Ending = Awaited<ReturnType<typeof attempt<typeof confirmDuePayment>>>

/** What the bank says of a card is for people; the rest is about our own calls. */
function wordsOf({ type, message }: BankError): string {
  return type === 'card_error' && message ? message : NOT_CONFIRMED
}
