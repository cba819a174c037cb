import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { kindWords } from './documents-table.tsx'

/** As it stands in the address. */
export type WrittenPaperFilter = Record<'reference' | 'kind' | 'currency' | 'from' | 'until', string>

const kinds = Object.entries(kindWords).map(([kind, { words }]) => [kind, words] as const)
const currencies = [
  ['GBP', 'Pounds'],
  ['USD', 'Dollars'],
] as const

export function PaperFilterForm({ filter }: { filter: WrittenPaperFilter }) {
  const [wanted, setWanted] = useState(filter)
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(Object.entries(wanted).filter(([, value]) => value.trim()) as [string, string][])
  }
  const bind = (name: keyof WrittenPaperFilter) => ({
    value: wanted[name],
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
  })
  return (
    <form aria-label="Search" onSubmit={submit} className="grid grid-cols-2 gap-4 md:grid-cols-3">
      <TextField label="Number" type="search" maxLength={60} className="max-md:col-span-2" {...bind('reference')} />
      <SelectField label="Kind" prompt="All" choices={kinds} {...bind('kind')} />
      <SelectField label="Currency" prompt="Both" choices={currencies} {...bind('currency')} />
      <TextField label="From" type="date" className="max-md:col-span-2" {...bind('from')} />
      <TextField label="Until" type="date" className="max-md:col-span-2" {...bind('until')} />
      <Button type="submit" variant="secondary" className="self-end max-md:col-span-2">
        Search
      </Button>
    </form>
  )
}
