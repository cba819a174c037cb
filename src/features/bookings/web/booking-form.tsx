import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { type Booking, bookSession, type Place, type TimeChoice } from '../contract.ts'

/** What is typed for a session. It outlives the time that it was typed for. */
export type BookingDraft = { place: Place; phone: string; notes: string }

type BookingFormProps = {
  choice: TimeChoice
  form: UseFormReturn<BookingDraft>
  onBooked: (booking: Booking, message: string) => void
  /** The session or the time cannot be had. */
  onRefused: (reason: string, message: string) => void
  onOtherTime: () => void
}

/** Where the session is held, and what the consultant should know. */
export function BookingForm({ choice, form, onBooked, onRefused, onOtherTime }: BookingFormProps) {
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const place = useWatch({ control: form.control, name: 'place' })

  const submit = form.handleSubmit(async (draft) => {
    setProblem(undefined)
    const body = { ...choice, ...wordsOf(draft) }
    const wrong = bodyOf(bookSession).safeParse(body).error?.issues ?? []
    const found = Object.fromEntries(wrong.map(({ path, message }) => [String(path[0]), message]))
    if (showFieldErrors(found, fields, form.setError)) return
    const ending = await attempt(bookSession, { body })
    if (ending.state === 'done') return onBooked(ending.value, ending.message)
    if (showFieldErrors(ending.errors, fields, form.setError)) return
    if (ending.reason) onRefused(ending.reason, ending.message)
    else setProblem(ending.message)
  })

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Book this session" className="grid gap-5">
      <Controller
        control={form.control}
        name="place"
        render={({ field }) => (
          <RadioGroup
            legend="How do you want to meet?"
            name="place"
            value={field.value}
            choices={[
              { value: 'online', label: 'Online', hint: 'You get the address of the meeting when you have booked' },
              { value: 'phone', label: 'By phone', hint: 'Your consultant calls you' },
            ]}
            onChange={field.onChange}
          />
        )}
      />
      {place === 'phone' ? (
        <TextField
          label="Your phone number"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register('phone')}
        />
      ) : null}
      <TextArea
        label="Notes for your consultant (optional)"
        rows={4}
        hint="What you would like to talk about. Only your consultant and our staff read it."
        error={errors.notes?.message}
        {...form.register('notes')}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onOtherTime}>
          Choose another time
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel="Booking…">
          Book this session
        </Button>
      </div>
    </form>
  )
}

const fields = ['phone', 'notes'] as const

function wordsOf({ place, phone, notes }: BookingDraft) {
  return { place, phone: place === 'phone' ? phone : null, notes: notes.trim() || null }
}
