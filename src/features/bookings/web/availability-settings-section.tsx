import { timeZoneNames, zoneInWords } from '#platform/shared/time-zone.ts'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { MOST_HORIZON_DAYS } from '../contract/availability.ts'
import type { AvailabilityDraft } from '../rules/availability-draft.ts'
import type { AvailabilitySectionProps } from './week-hours-section.tsx'

/** By whose clock, with what breaks, from when on and how far ahead. */
export function AvailabilitySettings({ draft, errors, onChange }: AvailabilitySectionProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SelectField
        label="Your time zone"
        prompt="Choose a time zone"
        choices={zonesWith(draft.timeZone)}
        hint="All hours on this page are by its clock, in summer and in winter."
        value={draft.timeZone}
        error={errors.timeZone}
        onChange={(event) => onChange({ timeZone: event.target.value })}
      />
      <TextField
        type="url"
        inputMode="url"
        label="Your meeting room"
        hint="Where members meet you online, such as https://meet.example.org/ada. They see it at their session."
        value={draft.meetingUrl}
        error={errors.meetingUrl}
        onChange={(event) => onChange({ meetingUrl: event.target.value })}
      />
      <Choice
        field="bufferMinutes"
        label="Break before and after each session"
        choices={breaks}
        {...{ draft, errors, onChange }}
      />
      <Choice field="minimumNoticeMinutes" label="Shortest notice" choices={notices} {...{ draft, errors, onChange }} />
      <Choice field="horizonDays" label="How far ahead" choices={horizons} {...{ draft, errors, onChange }} />
      <SelectField
        label="Most sessions a day"
        prompt="As many as fit"
        choices={limits}
        value={draft.dailyLimit ?? ''}
        error={errors.dailyLimit}
        onChange={({ target: { value } }) => onChange({ dailyLimit: value ? Number(value) : null })}
      />
    </div>
  )
}

type ChoiceProps = AvailabilitySectionProps & {
  field: 'bufferMinutes' | 'minimumNoticeMinutes' | 'horizonDays'
  label: string
  choices: { values: readonly number[]; inWords: (value: number) => string }
}

function Choice({ field, label, choices: { values, inWords }, draft, errors, onChange }: ChoiceProps) {
  // What was saved otherwise, by hand, can be kept.
  const known = [...new Set([...values, draft[field]])].sort((one, other) => one - other)
  return (
    <SelectField
      label={label}
      prompt="Choose one"
      choices={known.map((value) => [String(value), inWords(value)] as const)}
      value={draft[field]}
      error={errors[field]}
      onChange={({ target: { value } }) =>
        value ? onChange({ [field]: Number(value) } satisfies Partial<AvailabilityDraft>) : undefined
      }
    />
  )
}

const breaks = {
  values: [0, 5, 10, 15, 20, 30, 45, 60],
  inWords: (minutes: number) => (minutes === 0 ? 'None' : `${minutes} minutes`),
}
const notices = { values: [0, 60, 120, 240, 720, 1_440, 2_880, 4_320, 10_080], inWords: noticeInWords }
const horizons = { values: [7, 14, 30, 60, 90, 180, MOST_HORIZON_DAYS], inWords: (days: number) => `${days} days` }
const limits = Array.from({ length: 12 }, (_, index) => [String(index + 1), String(index + 1)] as const)

/** "12 hours", "2 days". */
export function noticeInWords(minutes: number): string {
  if (minutes === 0) return 'None'
  if (minutes % 60 !== 0) return `${minutes} minutes`
  const hours = minutes / 60
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

function zonesWith(own: string): [value: string, words: string][] {
  return [...new Set([...timeZoneNames(), own])]
    .filter(Boolean)
    .sort()
    .map((name) => [name, zoneInWords(name)])
}
