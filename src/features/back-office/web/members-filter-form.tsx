import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Role } from '#features/accounts/contract.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { MemberFilter, MemberState } from '../contract/member.ts'
import { roleWords, stateWords } from './member-state-panel.tsx'

/** What cannot be read of an address is not asked for. */
export function readFilter(search: URLSearchParams): MemberFilter {
  const given = MemberFilter.partial().safeParse(
    Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))),
  )
  return given.data ?? {}
}

const names = ['search', 'state', 'role', 'package'] as const satisfies (keyof MemberFilter)[]

const states = MemberState.options.map((state) => [state, stateWords[state]] as const)
const roles = [...Role.options.map((role) => [role, roleWords[role]] as const), ['staff', 'All staff'] as const]
const packages = [
  ['with', 'A package runs'],
  ['without', 'No package runs'],
] as const

export function MembersFilterForm({ filter }: { filter: MemberFilter }) {
  const [wanted, setWanted] = useState<Record<string, string | undefined>>(filter)
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(Object.fromEntries(names.flatMap((name) => (wanted[name]?.trim() ? [[name, wanted[name].trim()]] : []))))
  }
  const field = (name: keyof MemberFilter) => ({
    value: wanted[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
  })
  return (
    <form aria-label="Search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        label="Name or e-mail address"
        type="search"
        maxLength={100}
        className="grow basis-60 sm:max-w-md"
        {...field('search')}
      />
      <SelectField label="State" prompt="All" choices={states} {...field('state')} />
      <SelectField label="Role" prompt="All" choices={roles} {...field('role')} />
      <SelectField label="Packages" prompt="All" choices={packages} {...field('package')} />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  )
}
