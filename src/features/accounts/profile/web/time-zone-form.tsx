import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  DEFAULT_TIME_ZONE,
  describeTimeZone,
  isTimeZone,
  timeInZone,
  timeZoneNames,
} from '#platform/shared/time-zone.ts'
import { bodyOf } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useSavedMessage } from '#platform/web/use-timed-message.ts'
import { type Profile, updateProfile } from '../contract.ts'
import { changeProfile } from './queries.ts'
import { SaveBar } from './save-bar.tsx'

const Fields = bodyOf(updateProfile).pick({ timeZone: true })

export function TimeZoneForm({ profile }: { profile: Profile }) {
  const { saved, showSaved } = useSavedMessage()
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(Fields, {
    defaultValues: { timeZone: profile.timeZone },
    fields: ['timeZone'],
    send: changeProfile,
    onDone: (result, message) => {
      form.reset({ timeZone: result.profile.timeZone })
      showSaved(message)
    },
  })
  const chosen = useWatch({ control: form.control, name: 'timeZone' }) ?? ''
  const deviceZone = deviceTimeZone()

  return (
    <Form onSubmit={submit} aria-label="Time zone" className="grid gap-5">
      <SelectField
        label="Your time zone"
        prompt="Choose a time zone"
        choices={timeZoneOptions(profile.timeZone, deviceZone)}
        hint={isTimeZone(chosen) ? <LocalTime timeZone={chosen} /> : null}
        {...field('timeZone')}
      />
      {deviceZone && deviceZone !== chosen ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => form.setValue('timeZone', deviceZone, { shouldDirty: true, shouldValidate: true })}
        >
          Use this device’s time zone ({describeTimeZone(deviceZone)})
        </Button>
      ) : null}
      <SaveBar busy={isSubmitting} problem={problem} saved={saved} />
    </Form>
  )
}

function LocalTime({ timeZone }: { timeZone: string }) {
  const now = useNow()
  const company = timeZone === DEFAULT_TIME_ZONE ? '' : `, and ${timeInZone(now, DEFAULT_TIME_ZONE)} in London`
  return `It’s ${timeInZone(now, timeZone)} there now${company}.`
}

/** Keeps a clock that shows minutes at most ten seconds behind. */
const TICK_MS = 10_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function deviceTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : undefined
}

/** Includes the member's and the device's zones, which the browser may not list. */
function timeZoneOptions(...memberZones: (string | undefined)[]): [value: string, label: string][] {
  const names = new Set([...timeZoneNames(), ...memberZones.filter((name) => name !== undefined)])
  return [...names].sort().map((name) => [name, describeTimeZone(name)])
}
