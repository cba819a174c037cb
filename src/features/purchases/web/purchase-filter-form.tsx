import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { PurchaseStatus } from '../contract.ts'
import { statuses } from './purchases-table.tsx'

/** As it stands in the address. */
export type WrittenFilter = Record<'search' | 'status' | 'packageId' | 'currency' | 'from' | 'until', string>

type PurchaseFilterFormProps = {
  filter: WrittenFilter
  packages: readonly (readonly [id: string, title: string])[]
}

const states = PurchaseStatus.options.map((status) => [status, statuses[status].words] as const)
const currencies = [
  ['GBP', 'Pounds'],
  ['USD', 'Dollars'],
] as const

export function PurchaseFilterForm({ filter, packages }: PurchaseFilterFormProps) {
  const [wanted, setWanted] = useState(filter)
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(Object.entries(wanted).filter(([, value]) => value.trim()) as [string, string][])
  }
  const bind = (name: keyof WrittenFilter) => ({
    value: wanted[name],
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
  })
  return (
    <form aria-label="Search" onSubmit={submit} className="grid grid-cols-2 gap-4 md:grid-cols-4">
      <TextField
        label="Name, e-mail address or reference"
        type="search"
        maxLength={200}
        className="col-span-2"
        {...bind('search')}
      />
      <SelectField label="Package" prompt="All" choices={packages} className="col-span-2" {...bind('packageId')} />
      <SelectField label="Status" prompt="All" choices={states} {...bind('status')} />
      <SelectField label="Currency" prompt="Both" choices={currencies} {...bind('currency')} />
      <TextField label="From" type="date" className="max-md:col-span-2" {...bind('from')} />
      <TextField label="Until" type="date" className="max-md:col-span-2" {...bind('until')} />
      <Button type="submit" variant="secondary" className="self-end max-md:col-span-2">
        Search
      </Button>
    </form>
  )
}
