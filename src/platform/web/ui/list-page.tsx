import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts'
import type { LargeFileResponse } from '../../shared/file-response.ts'
import { type Attempt, attempt, load } from '../attempt.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { CsvButton } from './download-buttons.tsx'
import { SelectField } from './forms/select-field.tsx'
import { Link } from './link.tsx'
import { LoadMore, type Page, useLoadMore } from './load-more.tsx'
import { PageHeading } from './page-heading.tsx'
import { Table } from './table.tsx'

type ItemOf<List> = ResponseOf<List> extends { items: (infer Item)[] } ? Item : never

type ListPageProps<List extends Endpoint> = {
  title: string
  lead: string
  /** Buttons next to the download button. */
  actions?: ReactNode
  /** The endpoint for the rows, the endpoint for all rows as a file, and the query for both. */
  list: List
  download: Endpoint
  filter: object
  first: ResponseOf<List>
  /** The text for an empty list. */
  none: string
  row: (item: ItemOf<List>) => ReactNode
  /** The table's column names. Without them, the rows form a list. */
  columns?: string[]
  listClassName?: string
  /** Shown above the list, such as a search form. */
  children?: ReactNode
}

/** A back office list with search, download and paging. */
export function ListPage<List extends Endpoint>({ first, filter, children, ...page }: ListPageProps<List>) {
  type Rows = Page<ItemOf<List>>
  // TypeScript cannot infer that these endpoints need only a query, nor their response type.
  const toInput = (cursor?: string) => ({ query: { ...filter, cursor } }) as never
  const list = useLoadMore(first as Rows, (cursor) => load(page.list as Endpoint, toInput(cursor)) as Promise<Rows>)
  const fetchFile = () => attempt(page.download, toInput()) as Promise<Attempt<LargeFileResponse>>
  return (
    <>
      <PageHeading
        title={page.title}
        lead={page.lead}
        actions={
          <>
            {page.actions}
            <CsvButton fetchFile={fetchFile} />
          </>
        }
      />
      {children}
      <Rows {...page} items={list.items} />
      <LoadMore list={list} />
    </>
  )
}

type RowsProps<Item> = Pick<ListPageProps<Endpoint>, 'none' | 'columns' | 'listClassName'> & {
  items: Item[]
  row: (item: Item) => ReactNode
}

function Rows<Item>({ items, none, row, columns, listClassName = '-my-4' }: RowsProps<Item>) {
  if (items.length > 0 && columns) return <Table columns={columns}>{items.map(row)}</Table>
  return (
    <Card>
      {items.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className={`${listClassName} divide-y divide-line`}>{items.map(row)}</ul>
      )}
    </Card>
  )
}

type BoundField = { value: string; onChange: (event: { target: { value: string } }) => void }

type FilterFormProps<Filter> = {
  /** The filter in the URL. */
  filter: Filter
  /** The form's fields, each bound to one part of the filter. */
  children: (field: (name: keyof Filter & string) => BoundField) => ReactNode
  className?: string
  button?: ReactNode
  /** Converts the fields, if they differ from the filter in the URL. */
  toFilter?: (values: Record<string, string>) => Record<string, string>
}

/** Stores the search in the URL, so that it can be bookmarked, shared, and found again with the back button. */
export function FilterForm<Filter extends object>({
  filter,
  children,
  className = 'flex flex-wrap items-end gap-3',
  button = <SearchButton />,
  toFilter = (values) => values,
}: FilterFormProps<Filter>) {
  const [values, setValues] = useState<Record<string, string>>(() => toFieldValues(filter))
  // A changed URL resets the fields, not the form, which keeps its focus.
  const inUrl = JSON.stringify(filter)
  const [shown, setShown] = useState(inUrl)
  if (shown !== inUrl) {
    setShown(inUrl)
    setValues(toFieldValues(filter))
  }
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigate(filterAddress(toFilter(values)))
  }
  const field = (name: string): BoundField => ({
    value: values[name] ?? '',
    onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
  })
  return (
    <form aria-label="Search" onSubmit={submit} className={className}>
      {children(field)}
      {button}
    </form>
  )
}

function toFieldValues(filter: object): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value ?? '')]))
}

export function SearchButton({ className }: { className?: string }) {
  return (
    <Button type="submit" variant="secondary" className={className}>
      Search
    </Button>
  )
}

/** A filter field for the currency. */
export function CurrencyField(field: Pick<ComponentProps<typeof SelectField>, 'value' | 'onChange'>) {
  return <SelectField label="Currency" prompt="Both" choices={currencies} {...field} />
}

const currencies = [
  ['GBP', 'Pounds'],
  ['USD', 'Dollars'],
] as const

type ChoiceLinksProps<Choice extends string> = {
  /** The accessible name of the group of links. */
  label: string
  choices: Record<Choice, { words: string }>
  chosen: Choice
  addressOf: (choice: Choice) => string
}

/** Links to the parts of a list, with the current one marked. */
export function ChoiceLinks<Choice extends string>({ label, choices, chosen, addressOf }: ChoiceLinksProps<Choice>) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {(Object.entries(choices) as [Choice, { words: string }][]).map(([choice, { words }]) => (
        <Link
          key={choice}
          to={addressOf(choice)}
          aria-current={choice === chosen ? 'page' : undefined}
          className="rounded-md px-4 py-2 font-medium ring-1 ring-field ring-inset aria-[current]:bg-secondary-ink aria-[current]:text-surface"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

/** Reads a filter from the page's URL. Invalid parts are ignored. */
export function readFilter<Filter extends z.ZodObject>(filter: Filter, request: Request): z.output<Filter> {
  const { searchParams } = new URL(request.url)
  const validParts = Object.entries(filter.shape).flatMap(([name, part]) => {
    const value = searchParams.get(name)
    return value && (part as z.ZodType).safeParse(value).success ? [[name, value]] : []
  })
  return filter.parse(Object.fromEntries(validParts))
}

/** Returns a filter's query string, without empty parts. */
export function filterAddress(filter: Record<string, unknown>): string {
  const parts = Object.entries(filter).map(([name, value]) => [name, String(value ?? '').trim()])
  return `?${new URLSearchParams(parts.filter(([, value]) => value))}`
}
