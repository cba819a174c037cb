import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { type Attempt, attempt, pageLoader } from '#platform/web/attempt.ts'
import { setFlashMessage } from '#platform/web/flash-message.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { CardForm } from '../../stripe/web/card-form.tsx'
import { type CardEntry, NOT_LOADED, toPayer } from '../../stripe/web/use-stripe-library.ts'
import { PaymentInformation, Problem, ProviderLine, TestCardRibbon } from '../../web/payment-page-section.tsx'
import { startCardSetup } from '../contract.ts'

export const meta = privateMeta('Add a card')

export const clientLoader = pageLoader(() => attempt(startCardSetup))

export function HydrateFallback() {
  return <PageSpinner />
}

/** Saves a card without a payment. Like the checkout, this page may load the provider's fields, which the portal may not. */
export default function AddCardPage() {
  const started = useLoaderData<typeof clientLoader>()
  if (started.state === 'failed') {
    return (
      <Problem title="Add a card" message={started.message}>
        <BackToCards />
      </Problem>
    )
  }
  const { clientSecret, provider } = started.value
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      {provider.mode === 'sandbox' ? <TestCardRibbon /> : null}
      <PageHeading title="Add a card" lead="We’ll offer it when you next pay. You won’t be charged now." />
      <AddCardForm clientSecret={clientSecret} provider={provider} />
    </div>
  )
}

const CARDS = '/portal/profile#cards'
const NOT_ACCEPTED = 'This card wasn’t accepted. Try again or use another card.'

type AddCardFormProps = { clientSecret: string; provider: Parameters<typeof CardForm>[0]['provider'] }

function AddCardForm({ clientSecret, provider }: AddCardFormProps) {
  const member = useMember()
  const entry = useRef<CardEntry>(null)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { isBusy, problem, run, fail, clear } = useAction()

  const save = async (): Promise<Attempt<null>> => {
    const setUp = entry.current?.setUp
    if (!setUp || !member) return { state: 'failed', message: NOT_LOADED }
    const result = await setUp(clientSecret, toPayer(member))
    if (result.outcome === 'refused') return { state: 'failed', message: result.message || NOT_ACCEPTED }
    return { state: 'done', value: null, message: '' }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const blocker = entry.current ? entry.current.findProblem() : NOT_LOADED
    if (blocker) return fail(blocker)
    void run(save, () => {
      setFlashMessage({ tone: 'success', text: 'Card saved.' })
      loadPage(CARDS)
    })
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-8">
        <PaymentInformation>
          <CardForm
            ref={entry}
            provider={provider}
            billing="once"
            keeping="always"
            isBackFromPaypal={false}
            isLoading={library === 'loading'}
            isLocked={isBusy}
            onLoad={setLibrary}
            onEdit={clear}
          />
        </PaymentInformation>
        <div className="grid gap-4">
          {library === 'failed' ? <Alert tone="error">{NOT_LOADED}</Alert> : null}
          {problem ? <Alert tone="error">{problem}</Alert> : null}
          <Button type="submit" wide disabled={library !== 'ready'} busy={isBusy} busyLabel="Saving your card…">
            Save card
          </Button>
          <BackToCards />
          <ProviderLine />
        </div>
      </form>
    </Card>
  )
}

function BackToCards() {
  return (
    <ButtonLink to={CARDS} reloadDocument variant="quiet">
      Back to your profile
    </ButtonLink>
  )
}
