import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { writeSessionNote } from '../contract/session-note.ts'

const Fields = bodyOf(writeSessionNote)

/** Private unless one says otherwise: what is shared by mistake has been read. */
const empty = { text: '', isShared: false }

export function SessionNoteForm({ bookingId }: { bookingId: string }) {
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    defaultValues: empty,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (body) => {
    setOutcome(undefined)
    const ending = await attempt(writeSessionNote, { params: { bookingId }, body })
    if (ending.state === 'failed') {
      if (!showFieldErrors(ending.errors, ['text'], form.setError)) setOutcome({ tone: 'error', text: ending.message })
      return
    }
    form.reset(empty)
    setOutcome({ tone: 'success', text: ending.message })
    await revalidate()
  })

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Write a note" className="grid gap-4">
      <TextArea label="New note" rows={4} error={errors.text?.message} {...form.register('text')} />
      <CheckboxField
        label="Share it with the member"
        hint="They read it at their session. Without this, only you do. Whoever asks for all we know about them gets private notes too."
        {...form.register('isShared')}
      />
      {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving…">
        Save note
      </Button>
    </form>
  )
}
