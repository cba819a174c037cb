import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { HoursFields, useRows } from './hours-fields.tsx'
import type { AvailabilitySectionProps } from './weekly-hours-section.tsx'

/** Dates with other hours than the weekly ones, and days off. */
export function DateOverridesSection(props: AvailabilitySectionProps & { today: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <DateOverrides {...props} />
      <DaysOff {...props} />
    </div>
  )
}

function DateOverrides({ draft: { days }, errors, onChange, today }: AvailabilitySectionProps & { today: string }) {
  const { addId, add, change, remove } = useRows(days, (changed) => onChange({ days: changed }))
  return (
    <Group
      title="Other hours"
      lead="On these days your weekly hours do not count, only those that you enter here."
      addId={addId}
      addLabel="Add a day with other hours"
      onAdd={() => add({ id: newRowId(), day: '', hours: [{ id: newRowId(), starts: '09:00', ends: '17:00' }] })}
    >
      {days.map((override) => (
        <Row key={override.id} removeLabel={`Remove ${dayLabel(override.day)}`} onRemove={() => remove(override)}>
          <TextField
            id={override.id}
            type="date"
            label="Day"
            min={today}
            value={override.day}
            error={errors[`${override.id}.day`]}
            onChange={(event) => change({ ...override, day: event.target.value })}
          />
          {/* A date without hours would equal a day off, so removing the last hours removes the date. */}
          <HoursFields
            dayName={dayLabel(override.day)}
            hours={override.hours}
            errors={errors}
            onChange={(hours) => (hours.length > 0 ? change({ ...override, hours }) : remove(override))}
          />
        </Row>
      ))}
    </Group>
  )
}

function DaysOff({ draft: { daysOff }, errors, onChange, today }: AvailabilitySectionProps & { today: string }) {
  const { addId, add, change, remove } = useRows(daysOff, (changed) => onChange({ daysOff: changed }))
  return (
    <Group
      title="Days off"
      lead="Nobody can book you on these days. Sessions that are booked already stay."
      addId={addId}
      addLabel="Add a day off"
      onAdd={() => add({ id: newRowId(), day: '', reason: '' })}
    >
      {daysOff.map((dayOff) => (
        <Row key={dayOff.id} removeLabel={`Remove the day off ${dayLabel(dayOff.day)}`} onRemove={() => remove(dayOff)}>
          <TextField
            id={dayOff.id}
            type="date"
            label="Day off"
            min={today}
            value={dayOff.day}
            error={errors[`${dayOff.id}.day`]}
            onChange={(event) => change({ ...dayOff, day: event.target.value })}
          />
          <TextField
            label="Reason"
            hint="Only for yourself. You can leave it out."
            maxLength={200}
            value={dayOff.reason}
            error={errors[`${dayOff.id}.reason`]}
            onChange={(event) => change({ ...dayOff, reason: event.target.value })}
          />
        </Row>
      ))}
    </Group>
  )
}

type GroupProps = {
  title: string
  lead: string
  addId: string
  addLabel: string
  onAdd: () => void
  children: ReactNode[]
}

function Group({ title, lead, addId, addLabel, onAdd, children }: GroupProps) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 max-w-prose text-muted">{lead}</p>
      </div>
      {children.length > 0 ? <ul className="divide-y divide-line border-y border-line">{children}</ul> : null}
      <Button id={addId} variant="quiet" size="small" className="justify-self-start" onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        {addLabel}
      </Button>
    </section>
  )
}

function Row({ removeLabel, onRemove, children }: { removeLabel: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5 sm:grid-cols-[14rem_minmax(0,1fr)_auto] sm:items-start">
      {children}
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start sm:mt-8"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}

function dayLabel(day: string): string {
  return day ? formatDay(day) : 'a day'
}
