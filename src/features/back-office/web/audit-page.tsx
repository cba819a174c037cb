import { useLoaderData } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { AuditFilter, getAuditChoices, listAuditEntries, saveAuditEntries } from '../contract/audit.ts'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'

export function meta() {
  return [{ title: 'Audit log' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const filter = readFilter(new URL(request.url).searchParams)
  const [first, choices] = await Promise.all([fetchPage(filter), load(getAuditChoices)])
  return { filter, first, choices }
}
clientLoader.hydrate = true as const

/** What the address asks for, as far as it is something that can be asked for. */
function readFilter(address: URLSearchParams): AuditFilter {
  const asked = AuditFilter.keyof().options.flatMap((name) => {
    const value = address.get(name)
    return value && AuditFilter.safeParse({ [name]: value }).success ? [[name, value]] : []
  })
  return Object.fromEntries(asked)
}

function fetchPage(filter: AuditFilter, cursor?: string) {
  return load(listAuditEntries, { query: { cursor, ...filter } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what all of them did. */
export default function AuditPage() {
  const { filter, first, choices } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  return (
    <>
      <PageHeading
        title="Audit log"
        lead="What administrators did, newest first. Nobody can change it or take a line out of it."
        actions={<CsvButton fetchFile={() => attempt(saveAuditEntries, { query: filter })} />}
      />
      <AuditFilterForm key={JSON.stringify(filter)} filter={filter} choices={choices} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">
            {Object.keys(filter).length > 0 ? 'Nothing fits this search.' : 'Nothing was done yet.'}
          </p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((entry) => (
              <AuditEntryPanel key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
    </>
  )
}
