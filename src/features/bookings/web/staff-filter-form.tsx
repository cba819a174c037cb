import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { BookingFilter } from '../contract/staff.ts'
import { staffStates } from './staff-day-section.tsx'

type StaffFilterFormProps = {
  filter: BookingFilter
  consultants: readonly (readonly [id: string, name: string])[]
}

const states = Object.entries(staffStates).map(([state, { words }]) => [state, words] as const)

export function StaffFilterForm({ filter, consultants }: StaffFilterFormProps) {
  const [from, setFrom] = useState(filter.from ?? '')
  const [consultantId, setConsultantId] = useState(filter.consultantId ?? '')
  const [state, setState] = useState<string>(filter.state ?? '')
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { from, consultantId, state, days: String(filter.days) }
    setAddress(Object.entries(wanted).filter(([, value]) => value))
  }
  return (
    <form aria-label="Search" onSubmit={submit} className="grid gap-4 sm:grid-cols-4 sm:items-end">
      <TextField label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      <SelectField
        label="Consultant"
        prompt="All"
        choices={consultants}
        value={consultantId}
        onChange={({ target }) => setConsultantId(target.value)}
      />
      <SelectField
        label="State"
        prompt="All"
        choices={states}
        value={state}
        onChange={({ target }) => setState(target.value)}
      />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  )
}
