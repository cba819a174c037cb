import { useRef, useState } from 'react'
import { spanInWords } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { removeEarlierWish, type Window } from '../contract/earlier.ts'
import { EarlierOfferPanel } from './earlier-offer-panel.tsx'
import { EarlierWishForm } from './earlier-wish-form.tsx'
import { useEarlierWish } from './use-earlier-wish.ts'

export type EarlierWishProps = {
  bookingId: string
  /** Of the member, and the company's own beside it (PRODUCT D18). */
  timeZone: string
  companyZone: string
  /** The session has another time now. */
  onMoved: () => Promise<void> | void
}

/** Of a session that can still be moved: the line for an earlier time, and the offer when one is free. */
export function EarlierWishPanel({ bookingId, timeZone, companyZone, onMoved }: EarlierWishProps) {
  const { found, reload, show } = useEarlierWish(bookingId)
  const [isAsking, setAsking] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const wish = found.state === 'loaded' ? found.wish : null
  useKeepFocus(panel, wish && `${wish.offer?.id} ${wish.windows.length} ${isAsking}`)
  if (found.state === 'failed') return <Alert tone="error">{found.message}</Alert>
  if (!wish || (!wish.canWish && !wish.offer)) return null
  const { offer, windows } = wish
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="earlier" className="focus:outline-none">
      <Card className="grid gap-5">
        <h3 id="earlier" className="text-xl">
          Come earlier
        </h3>
        {offer ? (
          <EarlierOfferPanel {...{ bookingId, offer, timeZone, companyZone, onMoved }} onAnswered={reload} />
        ) : null}
        {windows.length > 0 && !isAsking ? (
          <InLine {...{ bookingId, windows, timeZone, companyZone }} onChange={() => setAsking(true)} onLeft={reload} />
        ) : null}
        {windows.length === 0 && !isAsking && !offer ? (
          <>
            <p className="max-w-prose">
              Would you rather come earlier? Name days and times. When one becomes free and you are first in line, we
              keep it for you for two hours and write to you.
            </p>
            <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
              Name earlier times
            </Button>
          </>
        ) : null}
        {isAsking ? (
          <EarlierWishForm
            {...{ bookingId, windows, timeZone }}
            onCancel={() => setAsking(false)}
            onSaved={(saved) => {
              show(saved)
              setAsking(false)
            }}
          />
        ) : null}
      </Card>
    </section>
  )
}

type InLineProps = {
  bookingId: string
  windows: Window[]
  timeZone: string
  companyZone: string
  onChange: () => void
  onLeft: () => Promise<void>
}

function InLine({ bookingId, windows, timeZone, companyZone, onChange, onLeft }: InLineProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    setBusy(true)
    const ending = await attempt(removeEarlierWish, { params: { bookingId } })
    if (ending.state === 'done') notify.success(ending.message)
    setProblem(ending.state === 'failed' ? ending.message : undefined)
    await onLeft()
    setBusy(false)
  }
  return (
    <>
      <div>
        <p>You are in line for an earlier time:</p>
        <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-primary-ink">
          {windows.map(({ from, until }) => (
            <li key={from}>{spanInWords(from, until, timeZone, companyZone)}</li>
          ))}
        </ul>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={onChange}>
          Change
        </Button>
        <Button variant="quiet" size="small" busy={isBusy} busyLabel="Leaving…" onClick={leave}>
          Leave the line
        </Button>
      </div>
    </>
  )
}
