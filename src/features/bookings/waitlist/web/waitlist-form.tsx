import { useId, useState } from 'react'
import { clockInZone, localDay, momentAt, zoneName } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { focusAfterRender } from '#platform/web/ui/focus.ts'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { joinWaitlist, MAX_WINDOWS, type WaitlistEntry, type WaitlistWindow } from '../contract.ts'

type WaitlistFormProps = {
  bookingId: string
  windows: WaitlistWindow[]
  timeZone: string
  onSaved: (entry: WaitlistEntry) => void
  onCancel: () => void
}

type WindowDraft = { key: number; day: string; from: string; until: string }

/** Up to ten days with times, in the member's time zone. */
export function WaitlistForm({ bookingId, windows, timeZone, onSaved, onCancel }: WaitlistFormProps) {
  const [rows, setRows] = useState<WindowDraft[]>(() => toDrafts(windows, timeZone))
  const addId = useId()
  const { isBusy, problem, run, fail } = useAction({ toast: 'success' })
  const change = (key: number, changed: Partial<WindowDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const add = () => setRows([...rows, emptyRow(1 + Math.max(0, ...rows.map(({ key }) => key)))])
  const remove = (gone: number) => {
    setRows(rows.filter(({ key }) => key !== gone))
    focusAfterRender(addId)
  }
  const save = () => {
    if (isBusy) return
    if (rows.some(({ day, from, until }) => !day || !from || !until)) return fail(INCOMPLETE_MESSAGE)
    const body = { windows: rows.map((row) => toWindow(row, timeZone)) }
    void run(() => attempt(joinWaitlist, { params: { bookingId }, body }), onSaved)
  }
  return (
    <Form onSubmit={save} aria-label="Earlier times" className="grid gap-4">
      <p className="text-muted">When would suit you? Times are {zoneName(timeZone)}.</p>
      {rows.map((row, index) => (
        <WindowFields
          key={row.key}
          row={row}
          number={index + 1}
          onChange={(changed) => change(row.key, changed)}
          onRemove={rows.length > 1 ? () => remove(row.key) : undefined}
        />
      ))}
      {rows.length < MAX_WINDOWS ? (
        <Button id={addId} variant="quiet" size="small" className="justify-self-start" onClick={add}>
          Add another time
        </Button>
      ) : null}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyLabel="Saving…">
          {windows.length > 0 ? 'Save my times' : 'Join the waitlist'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

type WindowFieldsProps = {
  row: WindowDraft
  number: number
  onChange: (changed: Partial<WindowDraft>) => void
  /** Undefined if this is the only window, which cannot be removed. */
  onRemove: (() => void) | undefined
}

function WindowFields({ row, number, onChange, onRemove }: WindowFieldsProps) {
  return (
    <fieldset className="grid gap-3 border-b border-line pb-4 sm:grid-cols-[2fr_1fr_1fr_auto] sm:items-end">
      <legend className="sr-only">Time {number}</legend>
      <TextField label="Day" type="date" value={row.day} onChange={(event) => onChange({ day: event.target.value })} />
      <TextField
        label="From"
        type="time"
        value={row.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="Until"
        type="time"
        value={row.until}
        onChange={(event) => onChange({ until: event.target.value })}
      />
      {onRemove ? (
        <Button variant="quiet" className="justify-self-start" onClick={onRemove}>
          Remove <span className="sr-only">time {number}</span>
        </Button>
      ) : null}
    </fieldset>
  )
}

const INCOMPLETE_MESSAGE = 'For each time, enter a day and when it starts and ends.'

function emptyRow(key: number): WindowDraft {
  return { key, day: '', from: '09:00', until: '17:00' }
}

function toDrafts(windows: WaitlistWindow[], timeZone: string): WindowDraft[] {
  if (windows.length === 0) return [emptyRow(0)]
  return windows.map(({ from, until }, key) => ({
    key,
    day: localDay(from, timeZone),
    from: clockInZone(from, timeZone).slice(0, 5),
    until: clockInZone(until, timeZone).slice(0, 5),
  }))
}

function toWindow({ day, from, until }: WindowDraft, timeZone: string): WaitlistWindow {
  return { from: momentAt(day, from, timeZone), until: momentAt(day, until, timeZone) }
}
