import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt, type Failed, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { listCards, type SavedCard } from '../../cards/contract.ts'
import { CardChoiceField } from '../../cards/web/card-choice-field.tsx'
import { useCardChoice } from '../../cards/web/use-saved-cards.ts'
import { CardForm } from '../../stripe/web/card-form.tsx'
import {
  type CardEntry,
  findCardProblem,
  NOT_LOADED,
  type SetUpCard,
  toPayer,
} from '../../stripe/web/use-stripe-library.ts'
import { PaymentInformation, Problem, ProviderLine, TestCardRibbon } from '../../web/payment-page-section.tsx'
import { finishCardUpdate, type Subscription, startCardUpdate } from '../contract.ts'
import { startForSubscription } from './queries.ts'
import { BackToPackages, SubscriptionUpdatedPanel } from './subscription-updated-panel.tsx'

export const meta = privateMeta('Update your card')

export const clientLoader = pageLoader(async ({ request }) => {
  const [setup, company, cards] = await Promise.all([
    startForSubscription(startCardUpdate, request),
    attempt(getCompany),
    attempt(listCards),
  ])
  return {
    setup,
    seller: company.state === 'done' ? company.value.brandName : 'us',
    // Without the list, the member can still enter a card.
    cards: cards.state === 'done' ? cards.value : [],
  }
})

export function HydrateFallback() {
  return <PageSpinner />
}

/** Saves another card for the coming months and pays any due month with it immediately. */
export default function CardUpdatePage() {
  const { setup, seller, cards } = useLoaderData<typeof clientLoader>()
  const [updated, setUpdated] = useState<Subscription>()
  if (setup.state === 'failed') {
    return (
      <Problem title="Update your card" message={setup.message}>
        <BackToPackages />
      </Problem>
    )
  }
  const { subscription, started } = setup
  if (updated) {
    const isCharged = subscription.status === 'past_due' && updated.status === 'active'
    return (
      <SubscriptionUpdatedPanel
        title="Your card has been updated"
        subscription={updated}
        charged={isCharged ? subscription.price : null}
      />
    )
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      {started.provider.mode === 'sandbox' ? <TestCardRibbon /> : null}
      <PageHeading title="Update your card" lead={`For your ${subscription.title} subscription`} />
      <CardUpdateForm
        subscription={subscription}
        started={started}
        seller={seller}
        cards={cards.filter((card) => card.isOffered && !card.subscriptions.some(({ id }) => id === subscription.id))}
        onChanged={setUpdated}
      />
    </div>
  )
}

type CardUpdateFormProps = {
  subscription: Subscription
  started: { clientSecret: string; provider: Parameters<typeof CardForm>[0]['provider'] }
  seller: string
  /** The saved cards that it does not use yet. */
  cards: SavedCard[]
  onChanged: (subscription: Subscription) => void
}

function CardUpdateForm({ subscription, started, seller, cards, onChanged }: CardUpdateFormProps) {
  const entry = useRef<CardEntry>(null)
  const { cardId, choose } = useCardChoice(cards, true)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { problem, needsBank, isBusy, saveCard, reset } = useCardUpdate({
    subscription,
    clientSecret: started.clientSecret,
    onChanged,
  })
  const ending = useRef<HTMLDivElement>(null)
  useKeepFocus(ending, problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveCard(entry.current, cardId)
  }
  const { id, price, laterPrice, card, status } = subscription
  const amount = formatMoney(price.total, price.currency)
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-8">
        {card ? (
          <p>
            Current card: <span className="capitalize">{card.brand}</span> ending in {card.last4}.
          </p>
        ) : null}
        <PaymentInformation>
          <CardChoiceField
            cards={cards}
            cardId={cardId}
            otherLabel="Use another card"
            isLocked={isBusy}
            onChoose={(chosenId) => {
              choose(chosenId)
              reset()
            }}
          >
            <CardForm
              ref={entry}
              provider={started.provider}
              billing="monthly"
              keeping="never"
              isBackFromPaypal={false}
              isLoading={library === 'loading'}
              isLocked={isBusy}
              onLoad={setLibrary}
              onEdit={reset}
            />
          </CardChoiceField>
          {library === 'failed' ? <Alert tone="error">{NOT_LOADED}</Alert> : null}
        </PaymentInformation>
        <div ref={ending} tabIndex={-1} className="grid gap-4 focus:outline-none">
          <p>
            You allow {seller} to charge this card {amount} each month
            {laterPrice ? `, and ${formatMoney(laterPrice.total, price.currency)} once your discount ends,` : ''} until
            you cancel.
            {status === 'active' ? ' You won’t be charged now.' : ` We’ll charge the ${amount} due now.`}
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

const NOT_ACCEPTED = 'This card wasn’t accepted. Try again or use another card.'

type CardUpdate = {
  subscription: Subscription
  clientSecret: string
  onChanged: (subscription: Subscription) => void
}

/**
 * Stripe sets up the card and our server reads the setup from Stripe. If the second step fails, the first is not
 * repeated.
 */
function useCardUpdate({ subscription, clientSecret, onChanged }: CardUpdate) {
  const member = useMember()
  const { revalidate } = useRevalidator()
  const setupId = useRef<string>(undefined)
  const [needsBank, setNeedsBank] = useState(false)

  /** Reloads to get a new client secret, because each can set up only one card. */
  const restart = async () => {
    setupId.current = undefined
    await revalidate()
  }
  const { isBusy, problem, run, fail, clear } = useAction({
    reload: async (ending) => {
      if (ending.state === 'done') return
      if (ending.reason === 'payment-requires-action') setNeedsBank(true)
      if (ending.reason === 'card-declined' || ending.reason === 'card-not-set-up') await restart()
    },
  })
  const setUpOnce = async (setUp: SetUpCard): Promise<Failed | undefined> => {
    if (setupId.current || !member) return
    const result = await setUp(clientSecret, toPayer(member))
    if (result.outcome !== 'set-up') return { state: 'failed', message: result.message || NOT_ACCEPTED }
    setupId.current = result.setupIntentId
  }
  const finish = async (setUp: SetUpCard) => {
    const failure = await setUpOnce(setUp)
    const setupIntentId = setupId.current
    if (!setupIntentId) return failure ?? ({ state: 'failed', message: NOT_ACCEPTED } as const)
    return attempt(finishCardUpdate, { params: { subscriptionId: subscription.id }, body: { setupIntentId } })
  }
  const saveCard = async (card: CardEntry | null, cardId: string | null) => {
    const setUp = cardId === null ? card?.setUp : card?.setUpSaved?.(cardId)
    const blocker = setUp ? findCardProblem(card, cardId) : NOT_LOADED
    if (blocker) fail(blocker)
    else if (setUp) await run(() => finish(setUp), onChanged)
  }
  const reset = () => {
    clear()
    if (setupId.current) void restart()
  }
  return { problem, needsBank, isBusy, saveCard, reset }
}
