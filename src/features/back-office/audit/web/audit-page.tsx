import { useLoaderData } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, ListPage, readFilter, SearchButton } from '#platform/web/ui/list-page.tsx'
import { type AuditEntry, AuditFilter, downloadAuditEntries, getAuditChoices, listAuditEntries } from '../contract.ts'
import { describeActor, listChanges, objectName, objectPath, toReadableName } from '../rules.ts'

export const meta = privateMeta('Audit log')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(AuditFilter, request)
  const [first, choices] = await Promise.all([load(listAuditEntries, { query: filter }), load(getAuditChoices)])
  return { filter, first, choices }
})

export default function AuditPage() {
  const { filter, first, choices } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage
      title="Audit log"
      lead="Staff activity, newest first. Entries can’t be edited or deleted."
      list={listAuditEntries}
      download={downloadAuditEntries}
      filter={filter}
      first={first}
      none={Object.keys(filter).length > 0 ? 'No entries match your search.' : 'No activity yet.'}
      row={(entry) => <AuditEntryPanel key={entry.id} entry={entry} />}
    >
      <AuditFilterForm filter={filter} choices={choices} />
    </ListPage>
  )
}

type AuditFilterFormProps = { filter: AuditFilter; choices: ResponseOf<typeof getAuditChoices> }

function AuditFilterForm({ filter, choices }: AuditFilterFormProps) {
  return (
    <FilterForm
      filter={filter}
      className="grid gap-4"
      button={<SearchButtons isFiltered={Object.keys(filter).length > 0} />}
    >
      {(field) => (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label="Who"
            prompt="Anyone"
            choices={choices.actors.map(({ id, name }) => [id, describeActor({ name })] as const)}
            {...field('actor')}
          />
          <SelectField
            label="Record type"
            prompt="Any type"
            choices={choices.kinds.map((kind) => [kind, toReadableName(kind)] as const)}
            {...field('kind')}
          />
          <SelectField
            label="Action"
            prompt="Any action"
            choices={choices.actions.map((action) => [action, toReadableName(action)] as const)}
            {...field('action')}
          />
          <TextField label="Record ID" type="search" maxLength={200} {...field('object')} />
          <TextField label="From" type="date" max={field('until').value} {...field('from')} />
          <TextField label="To" type="date" min={field('from').value} {...field('until')} />
        </div>
      )}
    </FilterForm>
  )
}

function SearchButtons({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      <SearchButton />
      {isFiltered ? (
        <ButtonLink to="/admin/audit" variant="quiet">
          Show all
        </ButtonLink>
      ) : null}
    </div>
  )
}

function AuditEntryPanel({ entry }: { entry: AuditEntry }) {
  const { actor, action, object, occurredAt, reason } = entry
  const page = objectPath(object)
  const name = objectName(object)
  return (
    <li className="grid gap-1 py-4">
      <p className="font-semibold wrap-anywhere">{toReadableName(action)}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {describeActor(actor)}, <time dateTime={occurredAt}>{formatMoment(occurredAt)}</time>
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm wrap-anywhere">
        <span>
          {toReadableName(object.kind)}
          {name ? ': ' : null}
          {name && page ? (
            <Link to={page} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
        {page && !name ? (
          <Link to={page} className="link" aria-label={`Open: ${toReadableName(object.kind)} ${object.id}`}>
            Open
          </Link>
        ) : null}
        <Link
          to={`/admin/audit?${new URLSearchParams({ kind: object.kind, object: object.id })}`}
          className="link"
          aria-label={`Full history: ${toReadableName(object.kind)} ${name ?? object.id}`}
        >
          Full history
        </Link>
      </p>
      {reason ? <p className="wrap-anywhere">“{reason}”</p> : null}
      <Changes entry={entry} />
    </li>
  )
}

function Changes({ entry: { before, after, names } }: { entry: AuditEntry }) {
  const changes = listChanges(before, after, names)
  if (changes.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer py-1 text-sm font-medium">Changes</summary>
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-medium">
              What
            </th>
            {before ? (
              <th scope="col" className="py-1 pr-4 font-medium">
                Before
              </th>
            ) : null}
            {after ? (
              <th scope="col" className="py-1 font-medium">
                After
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row" className="py-1.5 pr-4 font-normal wrap-anywhere">
                {change.name}
              </th>
              {before ? <ValueCell>{change.before}</ValueCell> : null}
              {after ? <ValueCell>{change.after}</ValueCell> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function ValueCell({ children }: { children: string | null }) {
  return <td className="py-1.5 pr-4 whitespace-pre-wrap wrap-anywhere">{children ?? '–'}</td>
}
