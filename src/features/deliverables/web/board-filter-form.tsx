import { useSearchParams } from 'react-router'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import type { BoardFilter, Maker } from '../contract/board.ts'

/** Whose deliverables: shown at once, as there is nothing else to choose. */
export function BoardFilterForm({ filter, makers }: { filter: BoardFilter; makers: Maker[] }) {
  const [, setAddress] = useSearchParams()
  const choices = [
    ['nobody', 'Nobody has taken it'] as const,
    ...makers.map(({ id, displayName }) => [id, displayName] as const),
  ]
  const choose = (consultantId: string) => setAddress({ list: filter.list, ...(consultantId && { consultantId }) })
  return (
    <SelectField
      label="Consultant"
      prompt="All"
      choices={choices}
      className="sm:max-w-md"
      value={filter.consultantId ?? ''}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
