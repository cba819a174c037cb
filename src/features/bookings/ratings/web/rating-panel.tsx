import { useRef, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { deleteRating, getRating, type Rating, rateSession } from '../contract.ts'

/** Shows the rating of a held session, or asks for one. Not shown for other sessions. */
export function RatingPanel({ bookingId }: { bookingId: string }) {
  const { found, reload } = useLoaded(getRating, { params: { bookingId } })
  const [isChanging, setChanging] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const rating = found.state === 'loaded' ? found.value.rating : null
  const isFormShown = isChanging || rating === null
  useKeepFocus(panel, found.state === 'loading' ? null : isFormShown ? 'asking' : 'shown')
  if (found.state === 'loading') return null
  if (found.state === 'failed') return <LoadFailed message={found.message} onRetry={reload} />
  if (!found.value.canRate) return null
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
            shownName={found.value.consent.shownName}
            onChange={() => setChanging(true)}
            onRemoved={finish}
          />
        ) : (
          <RatingForm
            bookingId={bookingId}
            {...found.value}
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
            {score} out of 5: {scoreLabels[score]}
          </strong>
          , on {formatDate(ratedAt)}
        </p>
        {comment ? <blockquote className="border-l-4 border-primary pl-4 wrap-anywhere">{comment}</blockquote> : null}
        <p className="text-sm text-muted">
          {mayPublish
            ? `We may publish your words under the name “${shownName}”.`
            : 'Only our team can read your words.'}{' '}
          {averageNote}
        </p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={onChange}>
          Change
        </Button>
        <Button variant="quiet" size="small" busy={isBusy} busyLabel="Removing…" onClick={remove}>
          Remove
        </Button>
      </div>
    </>
  )
}

const averageNote = 'Your score counts in the average on our website, without your name.'

const scoreLabels: Record<number, string> = {
  5: 'Very helpful',
  4: 'Helpful',
  3: 'Somewhat helpful',
  2: 'Not very helpful',
  1: 'Not helpful',
}

const choices = [5, 4, 3, 2, 1].map((score) => ({ value: String(score), label: `${score} – ${scoreLabels[score]}` }))

type RatingFormProps = Omit<ResponseOf<typeof getRating>, 'canRate'> & {
  bookingId: string
  onSaved: () => Promise<void>
  onCancel?: () => void
}

/** Form for adding or editing a rating. Members under 18 are not asked for consent. */
function RatingForm({ bookingId, rating, consent, canPublish, onSaved, onCancel }: RatingFormProps) {
  const [score, setScore] = useState<string | null>(rating ? String(rating.score) : null)
  const [comment, setComment] = useState(rating?.comment ?? '')
  // The box is never ticked in advance. Once saved, consent stands until the member unticks the box.
  const [mayPublish, setMayPublish] = useState(canPublish && (rating?.mayPublish ?? false))
  const { isBusy, problem, errors, run } = useAction({ fields: ['score', 'comment'], toast: 'success' })
  const save = () => {
    const { version: consentVersion, shownName } = consent
    const body = { score: Number(score), comment, mayPublish, consentVersion, shownName }
    return run(() => attempt(rateSession, { params: { bookingId }, body }), onSaved)
  }
  return (
    <Form aria-label="Your rating" className="grid gap-5" onSubmit={save}>
      <RadioGroup
        legend="How helpful was it?"
        name="score"
        value={score}
        choices={choices}
        error={errors.score}
        onChange={setScore}
      />
      <p className="-mt-2 text-sm text-muted">{averageNote}</p>
      <TextArea
        label="In your own words (optional)"
        hint="What changed for you? What could we do better?"
        rows={4}
        value={comment}
        maxLength={1_000}
        {...(errors.comment && { error: errors.comment })}
        onChange={(event) => setComment(event.target.value)}
      />
      {canPublish ? (
        <CheckboxField
          label={consent.text}
          hint={`We’d publish your words under the name “${consent.shownName}”, even if you change your profile later. Only tick this if you’re 18 or over.`}
          checked={mayPublish}
          onChange={(event) => setMayPublish(event.target.checked)}
        />
      ) : (
        <p className="text-sm text-muted">
          Only our team can read your words. We won’t publish them while your profile says you’re under 18.
        </p>
      )}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyLabel="Saving…">
          Save rating
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
