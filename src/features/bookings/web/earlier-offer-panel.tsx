import { useState } from 'react'
import { momentInWords } from '#platform/shared/local-time.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { acceptEarlierOffer, declineEarlierOffer, type EarlierOffer } from '../contract/earlier.ts'

type EarlierOfferProps = {
  bookingId: string
  offer: EarlierOffer
  timeZone: string
  companyZone: string
  onMoved: () => Promise<void> | void
  /** Whatever came of it: what is offered now may be something else. */
  onAnswered: () => Promise<void>
}

/** A time that is kept for the member alone, for a while. */
export function EarlierOfferPanel(props: EarlierOfferProps) {
  const { bookingId, offer, timeZone, companyZone, onMoved, onAnswered } = props
  const [busy, setBusy] = useState<'accepting' | 'declining'>()
  const [problem, setProblem] = useState<string>()
  const params = { bookingId, offerId: offer.id }
  const answer = async (how: 'accepting' | 'declining', send: () => Promise<Attempt<unknown>>) => {
    if (busy) return
    setBusy(how)
    setProblem(undefined)
    const ending = await send()
    if (ending.state === 'done') notify.success(ending.message)
    else setProblem(ending.message)
    if (ending.state === 'done' && how === 'accepting') await onMoved()
    await onAnswered()
    setBusy(undefined)
  }
  return (
    <div className="grid gap-4 rounded-md bg-info-soft p-4">
      <p>
        <strong className="font-semibold">{momentInWords(offer.startsAt, timeZone, companyZone)}</strong> is free, with{' '}
        {offer.consultant.displayName}. It is kept for you until{' '}
        <strong className="font-semibold">{momentInWords(offer.expiresAt, timeZone, companyZone)}</strong>.
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={busy === 'accepting'}
          busyLabel="Moving…"
          onClick={() => answer('accepting', () => attempt(acceptEarlierOffer, { params }))}
        >
          Take this time
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'declining'}
          busyLabel="Answering…"
          onClick={() => answer('declining', () => attempt(declineEarlierOffer, { params }))}
        >
          Keep my session as it is
        </Button>
      </div>
    </div>
  )
}
