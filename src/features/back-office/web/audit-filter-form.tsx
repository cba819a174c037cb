import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { AuditFilter, getAuditChoices } from '../contract/audit.ts'
import { actionInWords, inWords } from '../rules/changes.ts'

type Props = { filter: AuditFilter; choices: ResponseOf<typeof getAuditChoices> }

/** What is searched for stands in the address. */
export function AuditFilterForm({ filter, choices }: Props) {
  const [wanted, setWanted] = useState(filter)
  const [, setAddress] = useSearchParams()
  const field = (name: keyof AuditFilter) => ({
    value: wanted[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(Object.entries(wanted).filter(([, value]) => value))
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <form aria-label="Search" onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Who"
          prompt="Everybody"
          choices={choices.actors.map(({ id, name }) => [id, name ?? 'Somebody who has left'] as const)}
          {...field('actor')}
        />
        <SelectField
          label="Done to"
          prompt="Anything"
          choices={choices.kinds.map((kind) => [kind, inWords(kind)] as const)}
          {...field('kind')}
        />
        <SelectField
          label="Action"
          prompt="Any action"
          choices={choices.actions.map((action) => [action, actionInWords(action)] as const)}
          {...field('action')}
        />
        <TextField label="Its number" type="search" maxLength={200} {...field('object')} />
        <TextField label="From" type="date" max={wanted.until} {...field('from')} />
        <TextField label="Until" type="date" min={wanted.from} {...field('until')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary">
          Search
        </Button>
        {isFiltered ? (
          <ButtonLink to="/admin/audit" variant="quiet">
            Show all
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}
