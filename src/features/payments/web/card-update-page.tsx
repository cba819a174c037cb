import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { type Subscription, startCardUpdate } from '../contract/subscription.ts'
import { PaymentInformation, ProviderLine } from './billing-section.tsx'
import { CardForm } from './card-form.tsx'
import { Problem, TestCardRibbon } from './checkout-panel.tsx'
import { NOT_LOADED } from './queries.ts'
import { BackToPackages, SubscriptionNews } from './subscription-news-panel.tsx'
import { useCardUpdate } from './use-card-update.ts'
import type { CardEntry } from './use-stripe-library.ts'
import { beginFor } from './use-subscription.ts'

export function meta() {
  return [{ title: 'Update your card' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const [begun, company] = await Promise.all([beginFor(startCardUpdate, request), attempt(getCompany)])
  return { begun, seller: company.state === 'done' ? company.value.brandName : 'us' }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

/** Another card for the months to come; what is due is paid with it at once. */
export default function CardUpdatePage() {
  const { begun, seller } = useLoaderData<typeof clientLoader>()
  const [changed, setChanged] = useState<Subscription>()
  if (begun.state === 'failed') {
    return (
      <Problem title="Update your card" message={begun.message}>
        <BackToPackages />
      </Problem>
    )
  }
  const { subscription, started } = begun
  if (changed) {
    const isCharged = subscription.status === 'past_due' && changed.status === 'active'
    return <SubscriptionNews title="Your card is changed" subscription={changed} isCharged={isCharged} />
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      {started.provider.mode === 'sandbox' ? <TestCardRibbon /> : null}
      <PageHeading title="Update your card" lead={`For your subscription ${subscription.title}`} />
      <CardUpdateForm subscription={subscription} started={started} seller={seller} onChanged={setChanged} />
    </div>
  )
}

type CardUpdateFormProps = {
  subscription: Subscription
  started: { clientSecret: string; provider: Parameters<typeof CardForm>[0]['provider'] }
  seller: string
  onChanged: (subscription: Subscription) => void
}

function CardUpdateForm({ subscription, started, seller, onChanged }: CardUpdateFormProps) {
  const entry = useRef<CardEntry>(null)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { problem, needsBank, isBusy, keepCard, forget } = useCardUpdate({
    subscription,
    clientSecret: started.clientSecret,
    onChanged,
  })
  const ending = useRef<HTMLDivElement>(null)
  useKeepFocus(ending, problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void keepCard(entry.current)
  }
  const { id, price, card, status } = subscription
  const amount = formatMoney(price.total, price.currency)
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-8">
        {card ? (
          <p>
            Your card now: <span className="capitalize">{card.brand}</span> ending in {card.last4}.
          </p>
        ) : null}
        <PaymentInformation>
          <CardForm
            ref={entry}
            provider={started.provider}
            billing="monthly"
            isBackFromPaypal={false}
            isLoading={library === 'loading'}
            isLocked={isBusy}
            onLoad={setLibrary}
            onEdit={forget}
          />
          {library === 'failed' ? <Alert tone="error">{NOT_LOADED}</Alert> : null}
        </PaymentInformation>
        <div ref={ending} tabIndex={-1} className="grid gap-4 focus:outline-none">
          <p>
            You allow {seller} to charge this card {amount} each month until you cancel.
            {status === 'active' ? ' Nothing is charged now.' : ` The ${amount} that are due are charged now.`}
          </p>
          {problem ? <Alert tone="error">{problem}</Alert> : null}
          {needsBank ? (
            <ButtonLink to={`/checkout/payment?subscription=${id}`} reloadDocument wide>
              Confirm the payment
            </ButtonLink>
          ) : (
            <Button type="submit" wide disabled={library !== 'ready'} busy={isBusy} busyLabel="Saving your card…">
              Use this card
            </Button>
          )}
          <BackToPackages />
          <ProviderLine />
        </div>
      </form>
    </Card>
  )
}
