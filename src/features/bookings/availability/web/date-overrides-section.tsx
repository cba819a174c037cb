import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDay } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { focusAfterRender } from '#platform/web/ui/focus.ts'
import { newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import type { DateOverrideDraft, DayOffDraft } from './availability-draft.ts'
import { HoursFields } from './hours-fields.tsx'
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
  const addId = useId()
  const add = () => {
    const id = newRowId()
    onChange({ days: [...days, { id, day: '', hours: [{ id: newRowId(), starts: '09:00', ends: '17:00' }] }] })
    focusAfterRender(id)
  }
  const remove = (gone: DateOverrideDraft) => {
    onChange({ days: days.filter((kept) => kept !== gone) })
    focusAfterRender(addId)
  }
  const change = (before: DateOverrideDraft, after: DateOverrideDraft) =>
    onChange({ days: days.map((known) => (known === before ? after : known)) })
  return (
    <Group
      title="Other hours"
      lead="On these days your weekly hours do not count, only those that you enter here."
      addId={addId}
      addWords="Add a day with other hours"
      onAdd={add}
    >
      {days.map((own) => (
        <Row key={own.id} removeWords={`Remove ${dayLabel(own.day)}`} onRemove={() => remove(own)}>
          <TextField
            id={own.id}
            type="date"
            label="Day"
            min={today}
            value={own.day}
            error={errors[`${own.id}.day`]}
            onChange={(event) => change(own, { ...own, day: event.target.value })}
          />
          {/* A date without hours would equal a day off, so removing the last hours removes the date. */}
          <HoursFields
            of={dayLabel(own.day)}
            hours={own.hours}
            errors={errors}
            onChange={(hours) => (hours.length > 0 ? change(own, { ...own, hours }) : remove(own))}
          />
        </Row>
      ))}
    </Group>
  )
}

function DaysOff({ draft: { daysOff }, errors, onChange, today }: AvailabilitySectionProps & { today: string }) {
  const addId = useId()
  const add = () => {
    const id = newRowId()
    onChange({ daysOff: [...daysOff, { id, day: '', reason: '' }] })
    focusAfterRender(id)
  }
  const remove = (gone: DayOffDraft) => {
    onChange({ daysOff: daysOff.filter((kept) => kept !== gone) })
    focusAfterRender(addId)
  }
  const change = (before: DayOffDraft, after: DayOffDraft) =>
    onChange({ daysOff: daysOff.map((known) => (known === before ? after : known)) })
  return (
    <Group
      title="Days off"
      lead="Nobody can book you on these days. Sessions that are booked already stay."
      addId={addId}
      addWords="Add a day off"
      onAdd={add}
    >
      {daysOff.map((own) => (
        <Row key={own.id} removeWords={`Remove the day off ${dayLabel(own.day)}`} onRemove={() => remove(own)}>
          <TextField
            id={own.id}
            type="date"
            label="Day off"
            min={today}
            value={own.day}
            error={errors[`${own.id}.day`]}
            onChange={(event) => change(own, { ...own, day: event.target.value })}
          />
          <TextField
            label="Reason"
            hint="Only for yourself. You can leave it out."
            maxLength={200}
            value={own.reason}
            error={errors[`${own.id}.reason`]}
            onChange={(event) => change(own, { ...own, reason: event.target.value })}
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
  addWords: string
  onAdd: () => void
  children: ReactNode[]
}

function Group({ title, lead, addId, addWords, onAdd, children }: GroupProps) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 max-w-prose text-muted">{lead}</p>
      </div>
      {children.length > 0 ? <ul className="divide-y divide-line border-y border-line">{children}</ul> : null}
      <Button id={addId} variant="quiet" size="small" className="justify-self-start" onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        {addWords}
      </Button>
    </section>
  )
}

function Row({ removeWords, onRemove, children }: { removeWords: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5 sm:grid-cols-[14rem_minmax(0,1fr)_auto] sm:items-start">
      {children}
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start sm:mt-8"
        aria-label={removeWords}
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
