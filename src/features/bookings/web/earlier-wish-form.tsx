import { type SubmitEvent, useState } from 'react'
import { clockInZone, localDay, momentAt, zoneName } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type EarlierWish, MOST_WINDOWS, saveEarlierWish, type Window } from '../contract/earlier.ts'

type EarlierWishFormProps = {
  bookingId: string
  windows: Window[]
  timeZone: string
  onSaved: (wish: EarlierWish) => void
  onCancel: () => void
}

type Typed = { key: number; day: string; from: string; until: string }

/** Up to ten days with hours, by the member's own clock. */
export function EarlierWishForm({ bookingId, windows, timeZone, onSaved, onCancel }: EarlierWishFormProps) {
  const [rows, setRows] = useState<Typed[]>(() => typedIn(windows, timeZone))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = (key: number, changed: Partial<Typed>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const add = () => setRows([...rows, emptyRow(1 + Math.max(0, ...rows.map(({ key }) => key)))])
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (rows.some(({ day, from, until }) => !day || !from || !until)) return setProblem(INCOMPLETE)
    setBusy(true)
    setProblem(undefined)
    const body = { windows: rows.map((row) => windowOf(row, timeZone)) }
    const ending = await attempt(saveEarlierWish, { params: { bookingId }, body })
    setBusy(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    notify.success(ending.message)
    onSaved(ending.value)
  }
  return (
    <form method="post" noValidate onSubmit={save} aria-label="Earlier times" className="grid gap-4">
      <p className="text-muted">When could you come? All times are {zoneName(timeZone)}.</p>
      {rows.map((row, index) => (
        <fieldset
          key={row.key}
          className="grid gap-3 border-b border-line pb-4 sm:grid-cols-[2fr_1fr_1fr_auto] sm:items-end"
        >
          <legend className="sr-only">Time {index + 1}</legend>
          <TextField
            label="Day"
            type="date"
            value={row.day}
            onChange={(event) => change(row.key, { day: event.target.value })}
          />
          <TextField
            label="From"
            type="time"
            value={row.from}
            onChange={(event) => change(row.key, { from: event.target.value })}
          />
          <TextField
            label="Until"
            type="time"
            value={row.until}
            onChange={(event) => change(row.key, { until: event.target.value })}
          />
          {rows.length > 1 ? (
            <Button
              variant="quiet"
              className="justify-self-start"
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              Remove <span className="sr-only">time {index + 1}</span>
            </Button>
          ) : null}
        </fieldset>
      ))}
      {rows.length < MOST_WINDOWS ? (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={add}>
          Add another time
        </Button>
      ) : null}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyLabel="Saving…">
          Get in line
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const INCOMPLETE = 'Please choose a day, a beginning and an end for each time.'

function emptyRow(key: number): Typed {
  return { key, day: '', from: '09:00', until: '17:00' }
}

function typedIn(windows: Window[], timeZone: string): Typed[] {
  if (windows.length === 0) return [emptyRow(0)]
  return windows.map(({ from, until }, key) => ({
    key,
    day: localDay(from, timeZone),
    from: clockInZone(from, timeZone).slice(0, 5),
    until: clockInZone(until, timeZone).slice(0, 5),
  }))
}

function windowOf({ day, from, until }: Typed, timeZone: string): Window {
  return { from: momentAt(day, from, timeZone), until: momentAt(day, until, timeZone) }
}
