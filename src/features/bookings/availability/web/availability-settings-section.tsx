import { describeTimeZone, timeZoneNames } from '#platform/shared/time-zone.ts'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { MAX_HORIZON_DAYS } from '../contract.ts'
import type { AvailabilityDraft } from './availability-draft.ts'
import type { AvailabilitySectionProps } from './weekly-hours-section.tsx'

/** Time zone, meeting room, breaks, notice and how far ahead members can book. */
export function AvailabilitySettingsSection({ draft, errors, onChange }: AvailabilitySectionProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SelectField
        label="Your time zone"
        prompt="Choose a time zone"
        choices={zonesWith(draft.timeZone)}
        hint="All hours on this page are in this time zone, summer and winter."
        value={draft.timeZone}
        error={errors.timeZone}
        onChange={(event) => onChange({ timeZone: event.target.value })}
      />
      <TextField
        type="url"
        inputMode="url"
        label="Your meeting room"
        hint="The link to your online meeting room, for example https://meet.example.org/ada. Members see it on their session’s page and in emails."
        value={draft.meetingUrl}
        error={errors.meetingUrl}
        onChange={(event) => onChange({ meetingUrl: event.target.value })}
      />
      {numberFields.map((field) => (
        <NumberField key={field.name} {...field} {...{ draft, errors, onChange }} />
      ))}
      <SelectField
        label="Maximum sessions a day"
        prompt="No limit"
        choices={dailyLimitChoices}
        value={draft.dailyLimit ?? ''}
        error={errors.dailyLimit}
        onChange={({ target: { value } }) => onChange({ dailyLimit: value ? Number(value) : null })}
      />
    </div>
  )
}

type NumberFieldProps = AvailabilitySectionProps & {
  name: 'bufferMinutes' | 'minimumNoticeMinutes' | 'horizonDays'
  label: string
  values: readonly number[]
  format: (value: number) => string
}

function NumberField({ name, label, values, format, draft, errors, onChange }: NumberFieldProps) {
  // Includes the saved value even if it is not one of the usual choices.
  const options = [...new Set([...values, draft[name]])].sort((a, b) => a - b)
  return (
    <SelectField
      label={label}
      prompt="Choose one"
      choices={options.map((value) => [String(value), format(value)] as const)}
      value={draft[name]}
      error={errors[name]}
      onChange={({ target: { value } }) =>
        value ? onChange({ [name]: Number(value) } satisfies Partial<AvailabilityDraft>) : undefined
      }
    />
  )
}

const numberFields: Omit<NumberFieldProps, keyof AvailabilitySectionProps>[] = [
  {
    name: 'bufferMinutes',
    label: 'Break before and after each session',
    values: [0, 5, 10, 15, 20, 30, 45, 60],
    format: (minutes) => (minutes === 0 ? 'None' : `${minutes} minutes`),
  },
  {
    name: 'minimumNoticeMinutes',
    label: 'Minimum notice',
    values: [0, 60, 120, 240, 720, 1_440, 2_880, 4_320, 10_080],
    format: formatNotice,
  },
  {
    name: 'horizonDays',
    label: 'How far ahead members can book',
    values: [7, 14, 30, 60, 90, 180, MAX_HORIZON_DAYS],
    format: (days) => `${days} days`,
  },
]

const dailyLimitChoices = Array.from({ length: 12 }, (_, index) => [String(index + 1), String(index + 1)] as const)

/** For example "12 hours" or "2 days". */
export function formatNotice(minutes: number): string {
  if (minutes === 0) return 'None'
  if (minutes % 60 !== 0) return `${minutes} minutes`
  const hours = minutes / 60
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

function zonesWith(current: string): [value: string, words: string][] {
  return [...new Set([...timeZoneNames(), current])]
    .filter(Boolean)
    .sort()
    .map((name) => [name, describeTimeZone(name)])
}
