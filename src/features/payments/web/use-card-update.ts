import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { finishCardUpdate, type Subscription } from '../contract/subscription.ts'
import { NOT_LOADED, payerOf, type SetUpCard } from './queries.ts'
import type { CardEntry } from './use-stripe-library.ts'

const NOT_ACCEPTED = 'This card was not accepted. Please try again, or use another card.'

type CardUpdate = {
  subscription: Subscription
  clientSecret: string
  onChanged: (subscription: Subscription) => void
}

/** The provider sets the card up, and our server reads it back: what was done stays done when one of them fails. */
export function useCardUpdate({ subscription, clientSecret, onChanged }: CardUpdate) {
  const member = useMember()
  const { revalidate } = useRevalidator()
  const kept = useRef<string>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [needsBank, setNeedsBank] = useState(false)

  /** A card that was set up is not set up again: another one needs another secret. */
  const startAnew = async () => {
    kept.current = undefined
    await revalidate()
  }
  const setUpOnce = async (setUp: SetUpCard) => {
    if (kept.current || !member) return
    const answer = await setUp(clientSecret, payerOf(member))
    if (answer.outcome === 'set-up') kept.current = answer.setupIntentId
    else setProblem(answer.message || NOT_ACCEPTED)
  }
  const finish = async (setupIntentId: string) => {
    const params = { subscriptionId: subscription.id }
    const ending = await attempt(finishCardUpdate, { params, body: { setupIntentId } })
    if (ending.state === 'done') return onChanged(ending.value)
    setProblem(ending.message)
    if (ending.reason === 'payment-needs-you') setNeedsBank(true)
    if (ending.reason === 'card-declined' || ending.reason === 'card-not-set-up') await startAnew()
  }
  const keepCard = async (card: CardEntry | null) => {
    const obstacle = card?.setUp ? card.findProblem() : NOT_LOADED
    setProblem(obstacle ?? undefined)
    if (!card?.setUp || obstacle) return
    setBusy(true)
    await setUpOnce(card.setUp)
    if (kept.current) await finish(kept.current)
    setBusy(false)
  }
  const forget = () => {
    setProblem(undefined)
    if (kept.current) void startAnew()
  }
  return { problem, needsBank, isBusy, keepCard, forget }
}
