import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { HoursFields, useRows } from './hours-fields.tsx'
import type { AvailabilitySectionProps } from './weekly-hours-section.tsx'

type DateOverridesSectionProps = AvailabilitySectionProps & { today: string }

/** Days off, and dates with different hours from the weekly ones. */
export function DateOverridesSection({ draft, errors, onChange, today }: DateOverridesSectionProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <DayRows
        title="Different hours"
        lead="On these days, these hours replace your weekly ones."
        dayLabel="Day"
        addLabel="Add a day with different hours"
        removeLabel="Remove"
        rows={draft.days}
        newRow={() => ({ id: newRowId(), day: '', hours: [{ id: newRowId(), starts: '09:00', ends: '17:00' }] })}
        onChange={(days) => onChange({ days })}
        {...{ errors, today }}
      >
        {(override, { change, remove }) => (
          // A date without hours would be the same as a day off, so removing its last hours removes the date.
          <HoursFields
            dayName={describeDay(override)}
            hours={override.hours}
            errors={errors}
            onChange={(hours) => (hours.length > 0 ? change({ ...override, hours }) : remove(override))}
          />
        )}
      </DayRows>
      <DayRows
        title="Days off"
        lead="No one can book you on these days. Sessions that are already booked will go ahead."
        dayLabel="Day off"
        addLabel="Add a day off"
        removeLabel="Remove day off:"
        rows={draft.daysOff}
        newRow={() => ({ id: newRowId(), day: '', reason: '' })}
        onChange={(daysOff) => onChange({ daysOff })}
        {...{ errors, today }}
      >
        {(dayOff, { change }) => (
          <TextField
            label="Reason"
            hint="Optional. Members won’t see it."
            maxLength={200}
            value={dayOff.reason}
            error={errors[`${dayOff.id}.reason`]}
            onChange={({ target }) => change({ ...dayOff, reason: target.value })}
          />
        )}
      </DayRows>
    </div>
  )
}

type DayRowsProps<Row> = Pick<DateOverridesSectionProps, 'errors' | 'today'> & {
  title: string
  lead: string
  dayLabel: string
  addLabel: string
  /** Start of the remove button's label. The day is added to the end. */
  removeLabel: string
  rows: Row[]
  newRow: () => Row
  onChange: (rows: Row[]) => void
  /** Renders a row's fields, apart from its day. */
  children: (row: Row, actions: { change: (row: Row) => void; remove: (row: Row) => void }) => ReactNode
}

/** A list of days, with buttons to add and remove them. */
function DayRows<Row extends { id: string; day: string }>({ rows, errors, today, ...list }: DayRowsProps<Row>) {
  const { addId, add, change, remove } = useRows(rows, list.onChange)
  return (
    <section aria-label={list.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">{list.title}</h3>
        <p className="mt-1 max-w-prose text-muted">{list.lead}</p>
      </div>
      {rows.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5 sm:grid-cols-[14rem_minmax(0,1fr)_auto] sm:items-start"
            >
              <TextField
                id={row.id}
                type="date"
                label={list.dayLabel}
                min={today}
                value={row.day}
                error={errors[`${row.id}.day`]}
                onChange={({ target }) => change({ ...row, day: target.value })}
              />
              {list.children(row, { change, remove })}
              <Button
                variant="quiet"
                size="small"
                className="justify-self-start sm:mt-8"
                aria-label={`${list.removeLabel} ${describeDay(row)}`}
                onClick={() => remove(row)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button id={addId} variant="quiet" size="small" className="justify-self-start" onClick={() => add(list.newRow())}>
        <Plus aria-hidden="true" className="size-4" />
        {list.addLabel}
      </Button>
    </section>
  )
}

function describeDay({ day }: { day: string }): string {
  return day ? formatDay(day) : 'a day'
}
