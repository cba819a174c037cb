import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Rating, rateSession } from '../contract/rating.ts'

export const scoreWords: Record<number, string> = {
  5: 'Very helpful',
  4: 'Helpful',
  3: 'Partly helpful',
  2: 'Of little help',
  1: 'Not helpful',
}

const choices = [5, 4, 3, 2, 1].map((score) => ({ value: String(score), label: `${score} – ${scoreWords[score]}` }))

type RatingFormProps = {
  bookingId: string
  /** What was said before, to be changed. */
  rating: Rating | null
  consent: { version: string; text: string; shownName: string }
  /** Whoever is under 18 is not asked. */
  canPublish: boolean
  onSaved: () => Promise<void>
  onCancel?: () => void
}

export function RatingForm({ bookingId, rating, consent, canPublish, onSaved, onCancel }: RatingFormProps) {
  const [score, setScore] = useState<string | null>(rating ? String(rating.score) : null)
  const [words, setWords] = useState(rating?.words ?? '')
  // A new permission is only ever given by a tick; one that was given stands until it is taken away.
  const [mayPublish, setMayPublish] = useState(canPublish && (rating?.mayPublish ?? false))
  const { isBusy, problem, errors, save } = useSaving(bookingId, onSaved)
  return (
    <form
      method="post"
      noValidate
      aria-label="Your rating"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save({
          score: Number(score),
          words,
          mayPublish,
          consentVersion: consent.version,
          shownName: consent.shownName,
        })
      }}
    >
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
        value={words}
        maxLength={1_000}
        {...(errors.words && { error: errors.words })}
        onChange={(event) => setWords(event.target.value)}
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
    </form>
  )
}

type Said = { score: number; words: string; mayPublish: boolean; consentVersion: string; shownName: string }

function useSaving(bookingId: string, onSaved: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = async (body: Said) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    setErrors({})
    const ending = await attempt(rateSession, { params: { bookingId }, body })
    if (ending.state === 'done') {
      notify.success(ending.message)
      await onSaved()
    } else {
      setErrors(ending.errors ?? {})
      if (!ending.errors) setProblem(ending.message)
    }
    setBusy(false)
  }
  return { isBusy, problem, errors, save }
}
