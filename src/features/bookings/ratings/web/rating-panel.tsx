import { useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { deleteRating, getRating, type Rating } from '../contract.ts'
import { RatingForm, scoreLabels } from './rating-form.tsx'

/** Shows or asks for the rating of a held session. Shows nothing for other sessions. */
export function RatingPanel({ bookingId }: { bookingId: string }) {
  const { found, reload } = useLoaded(getRating, { params: { bookingId } })
  const [isChanging, setChanging] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const rating = found.state === 'loaded' ? found.value.rating : null
  const isFormShown = isChanging || rating === null
  useKeepFocus(panel, found.state === 'loading' ? null : isFormShown ? 'asking' : 'shown')
  if (found.state === 'loading') return null
  if (found.state === 'failed') return <LoadFailed message={found.message} onRetry={reload} />
  const { canRate, consent, canPublish } = found.value
  if (!canRate) return null
  const finish = async () => {
    await reload()
    setChanging(false)
  }
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="rating" className="focus:outline-none">
      <Card className="grid gap-5">
        <h3 id="rating" className="text-xl">
          {rating ? 'Your rating' : 'How was this session?'}
        </h3>
        {rating && !isChanging ? (
          <SavedRating
            bookingId={bookingId}
            rating={rating}
            shownName={consent.shownName}
            onChange={() => setChanging(true)}
            onRemoved={finish}
          />
        ) : (
          <RatingForm
            bookingId={bookingId}
            rating={rating}
            consent={consent}
            canPublish={canPublish}
            onSaved={finish}
            {...(rating && { onCancel: () => setChanging(false) })}
          />
        )}
      </Card>
    </section>
  )
}

type SavedRatingProps = {
  bookingId: string
  rating: Rating
  shownName: string
  onChange: () => void
  onRemoved: () => Promise<void>
}

function SavedRating({ bookingId, rating, shownName, onChange, onRemoved }: SavedRatingProps) {
  const { isBusy, problem, run } = useAction({ toast: 'success' })
  const { score, comment, mayPublish, ratedAt } = rating
  const remove = () => run(() => attempt(deleteRating, { params: { bookingId } }), onRemoved)
  return (
    <>
      <div className="grid gap-2">
        <p>
          <strong className="font-semibold">
            {score} of 5: {scoreLabels[score]}
          </strong>
          , on {formatDate(ratedAt)}
        </p>
        {comment ? <blockquote className="border-l-4 border-primary pl-4 wrap-anywhere">{comment}</blockquote> : null}
        <p className="text-sm text-muted">
          {mayPublish
            ? `We may publish your words as those of “${shownName}”.`
            : 'Only our team reads this. It is not published.'}
        </p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={onChange}>
          Change
        </Button>
        <Button variant="quiet" size="small" busy={isBusy} busyLabel="Taking back…" onClick={remove}>
          Take back
        </Button>
      </div>
    </>
  )
}
