import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { NOT_LOADED, useStripeLibrary } from '../../stripe/web/use-stripe-library.ts'
import { Problem, ProviderLine, TestCardRibbon } from '../../web/payment-page-section.tsx'
import { confirmDuePayment, type Subscription, startDuePayment } from '../contract.ts'
import { startForSubscription } from './queries.ts'
import { BackToPackages, SubscriptionUpdatedPanel } from './subscription-updated-panel.tsx'

const NOT_CONFIRMED = 'The payment didn’t go through. Try again or use another card.'
const ENDED = 'This subscription has ended, so there’s nothing to pay. You can buy it again under My Packages.'
const WAITING =
  'Your bank has confirmed the payment, and we’re waiting for it to arrive. You can leave this page: we’ll email you if it fails.'

export const meta = privateMeta('Pay for this month')

export const clientLoader = pageLoader(({ request }) => startForSubscription(startDuePayment, request))

export function HydrateFallback() {
  return <PageSpinner />
}

/** Pays for a due month while the member is on the page, so that the bank can ask for 3-D Secure. */
export default function DuePaymentPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [updated, setUpdated] = useState<Subscription>()
  if (loaded.state === 'failed') {
    return (
      <Problem title="Pay for this month" message={loaded.message}>
        <BackToPackages />
      </Problem>
    )
  }
  if (updated) {
    const { price } = loaded.started
    return <SubscriptionUpdatedPanel title="Payment successful" subscription={updated} charged={price} />
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      {loaded.started.provider.mode === 'sandbox' ? <TestCardRibbon /> : null}
      <PageHeading title="Pay for this month" lead={`For your ${loaded.subscription.title} subscription`} />
      <DuePayment {...loaded} onPaid={setUpdated} />
    </div>
  )
}

type StatusMessage = { tone: 'error' | 'info'; text: string }
type StartedPayment = Extract<Awaited<ReturnType<typeof clientLoader>>, { state: 'started' }>

function DuePayment({ subscription, started, onPaid }: StartedPayment & { onPaid: (updated: Subscription) => void }) {
  const { clientSecret, cardId, provider, price } = started
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const stripe = useStripeLibrary({ provider, isLoading: library === 'loading', onLoad: setLibrary })
  const { isBusy, run } = useAction()
  const [message, setMessage] = useState<StatusMessage>()
  const { id, card } = subscription

  const pay = async (provider: NonNullable<typeof stripe>) => {
    setMessage(undefined)
    // A declined payment no longer has a card, so pass the saved one each time.
    const { error } = await provider.confirmCardPayment(clientSecret, cardId ? { payment_method: cardId } : {})
    // Read the state from the server, because Stripe's response may be about an earlier payment.
    const ending = await attempt(confirmDuePayment, { params: { subscriptionId: id } })
    if (ending.state === 'done' && ending.value.status === 'active') onPaid(ending.value)
    else setMessage(toMessage(error, ending))
    return ending
  }
  return (
    <Card className="grid gap-6">
      <p>
        {formatMoney(price.total, price.currency)} including {price.taxLabel} is due for this month
        {card ? `, from your card ending in ${card.last4}` : ''}. Your bank may ask you to confirm it.
      </p>
      {library === 'failed' ? <Alert tone="error">{NOT_LOADED}</Alert> : null}
      {message ? <Alert tone={message.tone}>{message.text}</Alert> : null}
      <Button
        wide
        disabled={!stripe}
        busy={isBusy}
        busyLabel="Asking your bank…"
        onClick={() => stripe && run(() => pay(stripe))}
      >
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

function toMessage(error: BankError | undefined, ending: Ending): StatusMessage {
  if (ending.state === 'done' && ending.value.endedAt) return { tone: 'error', text: ENDED }
  if (error) return { tone: 'error', text: toErrorMessage(error) }
  return ending.state === 'failed' ? { tone: 'error', text: ending.message } : { tone: 'info', text: WAITING }
}

type BankError = { type: string; message?: string | undefined }
type Ending = Awaited<ReturnType<typeof attempt<typeof confirmDuePayment>>>

/** Stripe's card errors are written for the payer; other errors are about our own calls. */
function toErrorMessage({ type, message }: BankError): string {
  return type === 'card_error' && message ? message : NOT_CONFIRMED
}
