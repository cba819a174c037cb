import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { addCalendar } from '../contract/imported-calendar.ts'

const Fields = bodyOf(addCalendar)

export function AddCalendarForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    defaultValues: { url: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await attempt(addCalendar, { body })
    if (ending.state === 'failed') {
      if (!showFieldErrors(ending.errors, ['url'], form.setError)) setProblem(ending.message)
      return
    }
    form.reset()
    notify.success(ending.message)
    await onAdded()
  })
  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Add a calendar" className="grid gap-4">
      <TextField
        label="Address of a calendar (ICS)"
        hint="In Google Calendar: Settings, your calendar, “Secret address in iCal format”. In Outlook: Settings, Shared calendars, “Publish a calendar”."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={errors.url?.message}
        {...form.register('url')}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting} busyLabel="Adding…">
        Add calendar
      </Button>
    </form>
  )
}
