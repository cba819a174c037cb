import { useEffect, useRef, useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useMember } from '#features/accounts/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { type Booking, Place } from '../../contract.ts'
import { bookSession, type SlotChoice } from '../contract.ts'

/** The details entered for a session, which are kept when the member chooses another slot. */
type BookingDraft = { place: Place; phone: string; notes: string }

export type BookingFormProps = {
  choice: SlotChoice
  form: UseFormReturn<BookingDraft>
  onBooked: (booking: Booking, message: string) => void
  /** Called if the session or the slot is not available. */
  onRefused: (reason: string, message: string) => void
  onOtherTime: () => void
}

/** Asks how to meet and for any notes for the consultant. */
export function BookingForm({ choice, form, onBooked, onRefused, onOtherTime }: BookingFormProps) {
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const place = useWatch({ control: form.control, name: 'place' })

  const submit = form.handleSubmit(async (draft) => {
    setProblem(undefined)
    const body = { ...choice, ...toDetails(draft) }
    const issues = bodyOf(bookSession).safeParse(body).error?.issues ?? []
    const inputErrors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
    if (showFieldErrors(inputErrors, fields, form.setError)) return
    const result = await attempt(bookSession, { body })
    if (result.state === 'done') return onBooked(result.value, result.message)
    if (showFieldErrors(result.errors, fields, form.setError)) return
    if (result.reason) onRefused(result.reason, result.message)
    else setProblem(result.message)
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
              { value: 'online', label: 'Online', hint: 'You’ll get the meeting link once you’ve booked' },
              { value: 'phone', label: 'By phone', hint: 'Your consultant will call you' },
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
        hint="What you’d like to talk about. Only your consultant and our team can read this."
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

function toDetails({ place, phone, notes }: BookingDraft) {
  return { place, phone: place === 'phone' ? phone : null, notes: notes.trim() || null }
}

const Draft = z.object({ place: Place, phone: z.string(), notes: z.string() })

/**
 * Keeps the details entered in this tab, even if it is reloaded, until the session is booked or the member logs out.
 */
export function useBookingDraft(): { form: UseFormReturn<BookingDraft>; clearDraft: () => void } {
  const member = useMember()
  const key = `booking-draft:${member?.id ?? ''}`
  const form = useForm<BookingDraft>({
    defaultValues: readDraft(key) ?? { place: 'online', phone: member?.mobile ?? '', notes: '' },
  })
  const isBooked = useRef(false)
  useEffect(() => {
    const saveDraft = (draft: BookingDraft) =>
      isBooked.current ? undefined : safeSessionStorage.write(key, JSON.stringify(draft))
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) })
  }, [form, key])
  const clearDraft = () => {
    isBooked.current = true
    safeSessionStorage.remove(key)
  }
  return { form, clearDraft }
}

function readDraft(key: string): BookingDraft | undefined {
  try {
    return Draft.safeParse(JSON.parse(safeSessionStorage.read(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
