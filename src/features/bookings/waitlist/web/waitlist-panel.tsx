import { useEffect, useRef, useState } from 'react'
import { formatPeriodWithZone, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { useLoaded } from '#platform/web/ui/loaded.tsx'
import { useAction } from '#platform/web/use-action.ts'
import {
  acceptWaitlistOffer,
  declineWaitlistOffer,
  getWaitlistEntry,
  leaveWaitlist,
  type WaitlistOffer,
  type WaitlistWindow,
} from '../contract.ts'
import { WaitlistForm } from './waitlist-form.tsx'

export type WaitlistPanelProps = {
  /** If the page has reloaded the booking, there may be a new offer. */
  booking: { id: string }
  /** Times are shown in both the member's time zone and the company's (PRODUCT D18). */
  timeZone: string
  companyZone: string
  /** Called after the session has moved. */
  onMoved: () => Promise<void> | void
}

/** The waitlist entry for a session that can still be moved, and the offer if a slot is free. */
export function WaitlistPanel({ booking, timeZone, companyZone, onMoved }: WaitlistPanelProps) {
  const bookingId = booking.id
  const { found, reload, show } = useWaitlistEntry(booking)
  const [isEditing, setEditing] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const entry = found.state === 'loaded' ? found.value : null
  useKeepFocus(panel, entry && `${entry.offer?.id} ${entry.windows.length} ${isEditing}`)
  if (found.state === 'failed') return <Alert tone="error">{found.message}</Alert>
  if (!entry || (!entry.canJoin && !entry.offer)) return null
  const { offer, windows } = entry
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="earlier" className="focus:outline-none">
      <Card className="grid gap-5">
        <h3 id="earlier" className="text-xl">
          Want an earlier slot?
        </h3>
        {offer ? (
          <WaitlistOfferPanel {...{ bookingId, offer, timeZone, companyZone, onMoved }} onAnswered={reload} />
        ) : null}
        {windows.length > 0 && !isEditing ? (
          <WaitlistStatus
            {...{ bookingId, windows, timeZone, companyZone }}
            onChange={() => setEditing(true)}
            onLeft={reload}
          />
        ) : null}
        {windows.length === 0 && !isEditing && !offer ? (
          <>
            <p className="max-w-prose">
              Tell us when you’re free. If one of those times opens up and you’re first on the waitlist, we’ll hold it
              for you for two hours and email you.
            </p>
            <Button variant="secondary" className="justify-self-start" onClick={() => setEditing(true)}>
              Choose times
            </Button>
          </>
        ) : null}
        {isEditing ? (
          <WaitlistForm
            {...{ bookingId, windows, timeZone }}
            onCancel={() => setEditing(false)}
            onSaved={(saved) => {
              show(saved)
              setEditing(false)
            }}
          />
        ) : null}
      </Card>
    </section>
  )
}

type WaitlistStatusProps = {
  bookingId: string
  windows: WaitlistWindow[]
  timeZone: string
  companyZone: string
  onChange: () => void
  onLeft: () => Promise<void>
}

function WaitlistStatus({ bookingId, windows, timeZone, companyZone, onChange, onLeft }: WaitlistStatusProps) {
  const { isBusy, problem, run } = useAction({ toast: 'success', reload: onLeft })
  const leave = () => run(() => attempt(leaveWaitlist, { params: { bookingId } }))
  return (
    <>
      <div>
        <p>You’re on the waitlist for an earlier time:</p>
        <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-primary-ink">
          {windows.map(({ from, until }) => (
            <li key={from}>{formatPeriodWithZone(from, until, timeZone, companyZone)}</li>
          ))}
        </ul>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={onChange}>
          Change times
        </Button>
        <Button variant="quiet" size="small" busy={isBusy} busyLabel="Leaving…" onClick={leave}>
          Leave the waitlist
        </Button>
      </div>
    </>
  )
}

/** Loads the waitlist entry. Reloads it along with the page's data and when the page becomes visible again. */
function useWaitlistEntry(booking: { id: string }) {
  const loaded = useLoaded(getWaitlistEntry, { params: { bookingId: booking.id } })
  const { reload } = loaded
  const known = useRef(booking)
  useEffect(() => {
    if (known.current !== booking) void reload()
    known.current = booking
  }, [booking, reload])
  useEffect(() => {
    const onVisibilityChange = () => (document.visibilityState === 'visible' ? void reload() : undefined)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [reload])
  return loaded
}

type WaitlistOfferPanelProps = {
  bookingId: string
  offer: WaitlistOffer
  timeZone: string
  companyZone: string
  onMoved: () => Promise<void> | void
  /** Called after any response, even if it is a refusal, because the offer may have changed. */
  onAnswered: () => Promise<void>
}

/** An offered slot, reserved for the member for a limited time. */
function WaitlistOfferPanel(props: WaitlistOfferPanelProps) {
  const { bookingId, offer, timeZone, companyZone, onMoved, onAnswered } = props
  const params = { bookingId, offerId: offer.id }
  const { busy, problem, run } = useAction<'accepting' | 'declining'>({
    toast: 'success',
    reload: async ({ state }, answer) => {
      if (state === 'done' && answer === 'accepting') await onMoved()
      await onAnswered()
    },
  })
  return (
    <div className="grid gap-4 rounded-md bg-info-soft p-4">
      <p>
        <strong className="font-semibold">{formatTimeWithZone(offer.startsAt, timeZone, companyZone)}</strong> is free
        with {offer.consultant.displayName}. We’re holding it for you until{' '}
        <strong className="font-semibold">{formatTimeWithZone(offer.expiresAt, timeZone, companyZone)}</strong>.
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={busy === 'accepting'}
          busyLabel="Moving…"
          onClick={() => run(() => attempt(acceptWaitlistOffer, { params }), undefined, 'accepting')}
        >
          Take this time
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'declining'}
          busyLabel="Answering…"
          onClick={() => run(() => attempt(declineWaitlistOffer, { params }), undefined, 'declining')}
        >
          Keep current time
        </Button>
      </div>
    </div>
  )
}
