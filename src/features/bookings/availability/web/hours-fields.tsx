import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { focusAfterRender } from '#platform/web/ui/focus.ts'
import { type FieldErrors, newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { describedBy, FieldError, inputClass } from '#platform/web/ui/forms/field.tsx'
import type { HoursDraft } from './availability-draft.ts'

type HoursFieldsProps = {
  /** The day's name for screen readers, such as "Monday". */
  dayName: string
  hours: HoursDraft[]
  errors: FieldErrors
  onChange: (hours: HoursDraft[]) => void
}

/** Any number of intervals for one day. */
export function HoursFields({ dayName, hours, errors, onChange }: HoursFieldsProps) {
  const { addId, add, change, remove } = useRows(hours, onChange)
  return (
    <div className="grid gap-3">
      {hours.map((interval, index) => (
        <Interval
          key={interval.id}
          label={hours.length > 1 ? `${dayName}, hours ${index + 1}` : dayName}
          interval={interval}
          errors={errors}
          onChange={change}
          onRemove={() => remove(interval)}
        />
      ))}
      <Button
        id={addId}
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => add({ id: newRowId(), ...nextHours(hours) })}
      >
        <Plus aria-hidden="true" className="size-4" />
        <span>
          Add hours <span className="sr-only">on {dayName}</span>
        </span>
      </Button>
    </div>
  )
}

type IntervalProps = Pick<HoursFieldsProps, 'errors'> & {
  label: string
  interval: HoursDraft
  onChange: (interval: HoursDraft) => void
  onRemove: () => void
}

function Interval({ label, interval, errors, onChange, onRemove }: IntervalProps) {
  const { id } = interval
  const clocks = [
    { part: 'starts', fieldId: id, name: `${label}, from`, error: errors[`${id}.starts`] },
    { part: 'ends', fieldId: `${id}-ends`, name: `${label}, until`, error: errors[`${id}.ends`] },
  ] as const
  const [from, until] = clocks.map(({ part, fieldId, name, error }) => (
    <input
      key={part}
      id={fieldId}
      type="time"
      aria-label={name}
      value={interval[part]}
      {...describedBy(fieldId, error ? { error } : {})}
      onChange={({ target }) => onChange({ ...interval, [part]: target.value })}
      className={`${inputClass} min-w-0 ${narrowClock}`}
    />
  ))
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,9rem)_auto_minmax(0,9rem)_auto] items-center justify-start gap-1.5 sm:gap-2">
        {from}
        <span aria-hidden="true">to</span>
        {until}
        <button
          type="button"
          aria-label={`Remove these hours on ${label}`}
          onClick={onRemove}
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {clocks.map(({ fieldId, error }) => (
        <FieldError key={fieldId} id={fieldId} error={error} />
      ))}
    </div>
  )
}

/** On phones there is no room for both the time and the picker icon. Tapping the field still opens the picker. */
const narrowClock = 'px-2 sm:px-3 max-sm:[&::-webkit-calendar-picker-indicator]:hidden'

/** Adds, changes and removes rows, and moves the focus so that keyboard users keep their place. */
export function useRows<Row extends { id: string }>(rows: Row[], onChange: (rows: Row[]) => void) {
  const addId = useId()
  return {
    /** Id of the button that adds a row. */
    addId,
    add(row: Row) {
      onChange([...rows, row])
      focusAfterRender(row.id)
    },
    change: (changed: Row) => onChange(rows.map((row) => (row.id === changed.id ? changed : row))),
    remove(removed: Row) {
      onChange(rows.filter((row) => row !== removed))
      focusAfterRender(addId)
    },
  }
}

/**
 * Suggests 9 to 5 as the first interval. For the next, suggests hours after the last one, up to midnight, if there are
 * any left in the day.
 */
function nextHours(hours: HoursDraft[]): Omit<HoursDraft, 'id'> {
  const last = hours.at(-1)?.ends
  if (!last) return { starts: '09:00', ends: '17:00' }
  if (last === '00:00') return { starts: '', ends: '' }
  const hour = Number.parseInt(last, 10)
  const toClock = (fullHour: number) => `${String(fullHour % 24).padStart(2, '0')}:00`
  return { starts: toClock(Math.min(hour + 1, 23)), ends: toClock(Math.min(hour + 4, 24)) }
}
