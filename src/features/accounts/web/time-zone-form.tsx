import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { DEFAULT_TIME_ZONE, isTimeZone, timeInZone, timeZoneNames, zoneInWords } from '#platform/shared/time-zone.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { type Profile, updateProfile } from '../contract/profile.ts'
import { changeProfile } from './queries.ts'
import { SaveSection } from './save-section.tsx'
import { useSavedMessage } from './use-saved-message.ts'

const Fields = bodyOf(updateProfile).pick({ timeZone: true })

export function TimeZoneForm({ profile }: { profile: Profile }) {
  const [problem, setProblem] = useState<string>()
  const { saved, showSaved } = useSavedMessage()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    defaultValues: { timeZone: profile.timeZone },
  })
  const { errors, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'timeZone' }) ?? ''
  const own = deviceZone()

  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await changeProfile(body)
    if (ending.state === 'done') {
      form.reset({ timeZone: ending.value.profile.timeZone })
      return showSaved(ending.message)
    }
    if (!showFieldErrors(ending.errors, ['timeZone'], form.setError)) setProblem(ending.message)
  })

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Time zone" className="grid gap-5">
      <SelectField
        label="Your time zone"
        prompt="Choose a time zone"
        choices={zonesWith(profile.timeZone, own)}
        hint={isTimeZone(chosen) ? <TimeThere timeZone={chosen} /> : null}
        error={errors.timeZone?.message}
        {...form.register('timeZone')}
      />
      {own && own !== chosen ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => form.setValue('timeZone', own, { shouldDirty: true, shouldValidate: true })}
        >
          Use this device’s time zone ({zoneInWords(own)})
        </Button>
      ) : null}
      <SaveSection busy={isSubmitting} problem={problem} saved={saved} />
    </form>
  )
}

function TimeThere({ timeZone }: { timeZone: string }) {
  const now = useNow()
  const company = timeZone === DEFAULT_TIME_ZONE ? '' : `, and ${timeInZone(now, DEFAULT_TIME_ZONE)} in London`
  return `It is ${timeInZone(now, timeZone)} there now${company}.`
}

/** Often enough for a clock that shows minutes. */
const TICK_MS = 10_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function deviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined
}

/** With those of the member and the device, which may go by names that the browser does not list. */
function zonesWith(...others: (string | undefined)[]): [value: string, words: string][] {
  const names = new Set([...timeZoneNames(), ...others.filter((name) => name !== undefined)])
  return [...names].sort().map((name) => [name, zoneInWords(name)])
}
