import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { focusAfterRender } from '#platform/web/ui/focus.ts'
import { type FieldErrors, newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { describedBy, FieldError, inputClass } from '#platform/web/ui/forms/field.tsx'
import type { HoursDraft } from './availability-draft.ts'

type HoursFieldsProps = {
  /** Name of the day for screen readers, such as "Monday". */
  of: string
  hours: HoursDraft[]
  errors: FieldErrors
  onChange: (hours: HoursDraft[]) => void
}

/** Any number of intervals for one day. */
export function HoursFields({ of, hours, errors, onChange }: HoursFieldsProps) {
  const addId = useId()
  const add = () => {
    const fresh = { id: newRowId(), ...nextHours(hours) }
    onChange([...hours, fresh])
    focusAfterRender(fresh.id)
  }
  const remove = (gone: HoursDraft) => {
    onChange(hours.filter((kept) => kept !== gone))
    focusAfterRender(addId)
  }
  return (
    <div className="grid gap-3">
      {hours.map((interval, index) => (
        <Interval
          key={interval.id}
          of={hours.length > 1 ? `${of}, hours ${index + 1}` : of}
          interval={interval}
          errors={errors}
          onChange={(changed) => onChange(hours.map((known) => (known === interval ? changed : known)))}
          onRemove={() => remove(interval)}
        />
      ))}
      <Button id={addId} variant="quiet" size="small" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" className="size-4" />
        <span>
          Add hours <span className="sr-only">on {of}</span>
        </span>
      </Button>
    </div>
  )
}

type IntervalProps = {
  of: string
  interval: HoursDraft
  errors: FieldErrors
  onChange: (interval: HoursDraft) => void
  onRemove: () => void
}

function Interval({ of, interval, errors, onChange, onRemove }: IntervalProps) {
  const { id, starts, ends } = interval
  const [startsError, endsError] = [errors[`${id}.starts`], errors[`${id}.ends`]]
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,9rem)_auto_minmax(0,9rem)_auto] items-center justify-start gap-1.5 sm:gap-2">
        <Clock
          id={id}
          label={`${of}, from`}
          value={starts}
          error={startsError}
          onChange={(value) => onChange({ ...interval, starts: value })}
        />
        <span aria-hidden="true">to</span>
        <Clock
          id={`${id}-ends`}
          label={`${of}, until`}
          value={ends}
          error={endsError}
          onChange={(value) => onChange({ ...interval, ends: value })}
        />
        <button
          type="button"
          aria-label={`Remove these hours of ${of}`}
          onClick={onRemove}
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {startsError ? <FieldError id={id} error={startsError} /> : null}
      {endsError ? <FieldError id={`${id}-ends`} error={endsError} /> : null}
    </div>
  )
}

type ClockProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Clock({ id, label, value, error, onChange }: ClockProps) {
  return (
    <input
      id={id}
      type="time"
      aria-label={label}
      value={value}
      {...describedBy(id, error ? { error } : {})}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} min-w-0 ${narrowClock}`}
    />
  )
}

/** On phones the picker icon takes the room that the time needs. A tap opens the picker without it. */
const narrowClock = 'px-2 sm:px-3 max-sm:[&::-webkit-calendar-picker-indicator]:hidden'

/** Suggests 9 to 5 for the first interval, and later hours for the next ones. */
function nextHours(hours: HoursDraft[]): Omit<HoursDraft, 'id'> {
  const last = hours.at(-1)?.ends
  if (!last) return { starts: '09:00', ends: '17:00' }
  const hour = Number.parseInt(last, 10)
  const at = (later: number) => `${String(Math.min(hour + later, 23)).padStart(2, '0')}:00`
  return { starts: at(1), ends: at(4) }
}
