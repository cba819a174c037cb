import { useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Rating, removeRating } from '../contract/rating.ts'
import { RatingForm, scoreWords } from './rating-form.tsx'
import { useRating } from './use-rating.ts'

/** Of a session that was held: how it was, in the member's words. Of any other session it shows nothing. */
export function RatingPanel({ bookingId }: { bookingId: string }) {
  const { found, reload } = useRating(bookingId)
  const [isChanging, setChanging] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const rating = found.state === 'loaded' ? found.rating : null
  const isAsking = isChanging || rating === null
  useKeepFocus(panel, found.state === 'loading' ? null : isAsking ? 'asking' : 'shown')
  if (found.state === 'loading') return null
  if (found.state === 'failed') {
    return (
      <Alert tone="error">
        <p>{found.message}</p>
        <Button variant="quiet" size="small" className="mt-3" onClick={reload}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (!found.canRate) return null
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
          <GivenRating
            bookingId={bookingId}
            rating={rating}
            shownName={found.consent.shownName}
            onChange={() => setChanging(true)}
            onRemoved={finish}
          />
        ) : (
          <RatingForm
            bookingId={bookingId}
            rating={rating}
            consent={found.consent}
            canPublish={found.canPublish}
            onSaved={finish}
            {...(rating && { onCancel: () => setChanging(false) })}
          />
        )}
      </Card>
    </section>
  )
}

type GivenRatingProps = {
  bookingId: string
  rating: Rating
  shownName: string
  onChange: () => void
  onRemoved: () => Promise<void>
}

function GivenRating({ bookingId, rating, shownName, onChange, onRemoved }: GivenRatingProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { score, words, mayPublish, ratedAt } = rating
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(removeRating, { params: { bookingId } })
    if (ending.state === 'done') {
      notify.success(ending.message)
      await onRemoved()
    } else setProblem(ending.message)
    setBusy(false)
  }
  return (
    <>
      <div className="grid gap-2">
        <p>
          <strong className="font-semibold">
            {score} of 5: {scoreWords[score]}
          </strong>
          , on {formatDate(ratedAt)}
        </p>
        {words ? <blockquote className="border-l-4 border-primary pl-4 wrap-anywhere">{words}</blockquote> : null}
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
