import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { type Rating, rateSession } from '../contract.ts'

export const scoreLabels: Record<number, string> = {
  5: 'Very helpful',
  4: 'Helpful',
  3: 'Partly helpful',
  2: 'Of little help',
  1: 'Not helpful',
}

const choices = [5, 4, 3, 2, 1].map((score) => ({ value: String(score), label: `${score} – ${scoreLabels[score]}` }))

type RatingFormProps = {
  bookingId: string
  /** The saved rating, to edit. */
  rating: Rating | null
  consent: { version: string; text: string; shownName: string }
  /** False for members under 18, who are not asked for consent. */
  canPublish: boolean
  onSaved: () => Promise<void>
  onCancel?: () => void
}

export function RatingForm({ bookingId, rating, consent, canPublish, onSaved, onCancel }: RatingFormProps) {
  const [score, setScore] = useState<string | null>(rating ? String(rating.score) : null)
  const [comment, setComment] = useState(rating?.comment ?? '')
  // Consent is never preset. A saved consent stays until the member unticks the box.
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
      <TextArea
        label="In your words (optional)"
        hint="What changed for you, what could be better?"
        rows={4}
        value={comment}
        maxLength={1_000}
        {...(errors.comment && { error: errors.comment })}
        onChange={(event) => setComment(event.target.value)}
      />
      {canPublish ? (
        <CheckboxField
          label={consent.text}
          hint={`It would stand as “${consent.shownName}”, whatever your profile says later. Please tick this only if you are 18 or older.`}
          checked={mayPublish}
          onChange={(event) => setMayPublish(event.target.checked)}
        />
      ) : (
        <p className="text-sm text-muted">
          Only our team reads this. While your profile says that you are under 18, none of your words are published.
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
