import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { BoardFilter, type BoardItem, BoardList, downloadBoard, listBoard, listMakers } from '../contract/board.ts'
import { itemName } from '../rules/items.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BoardFilterForm } from './board-filter-form.tsx'
import { dueInWords, ItemBadge } from './item-card.tsx'

export function meta() {
  return [{ title: 'Deliverables' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const address = new URL(request.url).searchParams
  const read = (name: keyof BoardFilter) => {
    const value = address.get(name) || undefined
    return BoardFilter.safeParse({ [name]: value }).success ? value : undefined
  }
  const filter = BoardFilter.parse({ list: read('list'), consultantId: read('consultantId') })
  const [first, makers] = await Promise.all([fetchPage(filter), load(listMakers)])
  return { filter, first, makers }
}
clientLoader.hydrate = true as const

function fetchPage(filter: BoardFilter, cursor?: string) {
  return load(listBoard, { query: { ...filter, cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what is promised to members and how it stands, what is late before everything else. */
export default function BoardPage() {
  const { filter, first, makers } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const [given, setGiven] = useState<BoardItem>()
  return (
    <>
      <PageHeading
        title="Deliverables"
        lead="What packages promise beside sessions, the first due first."
        actions={<CsvButton fetchFile={() => attempt(downloadBoard, { query: filter })} />}
      />
      <nav aria-label="Which deliverables" className="flex flex-wrap gap-2">
        {BoardList.options.map((option) => (
          <Link
            key={option}
            to={`?${new URLSearchParams({ ...filter, list: option })}`}
            aria-current={option === filter.list ? 'page' : undefined}
            className="rounded-md px-4 py-2.5 font-medium ring-1 ring-field ring-inset aria-[current]:bg-secondary-deep aria-[current]:text-white"
          >
            {lists[option].words}
          </Link>
        ))}
      </nav>
      <BoardFilterForm key={JSON.stringify(filter)} filter={filter} makers={makers} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">{lists[filter.list].none}</p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {list.items.map((item) => (
              <BoardRow key={item.id} item={item} onGive={() => setGiven(item)} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
      {given ? (
        <AssignDialog
          item={given}
          makers={makers}
          onClose={() => setGiven(undefined)}
          onDone={() => {
            setGiven(undefined)
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}

function BoardRow({ item, onGive }: { item: BoardItem; onGive: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <Link to={`/admin/deliverables/${item.id}`} className="link font-medium break-words">
          {itemName(item)}
        </Link>
        <span className="block text-sm break-words text-muted">
          For {item.member.name}, {item.packageTitle}. {dueInWords(item)}. {makerInWords(item)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-3">
        {item.isLate ? <Badge tone="danger">Late</Badge> : null}
        {isAbandoned(item) ? <Badge tone="danger">Its consultant has left</Badge> : null}
        <ItemBadge state={item.state} />
        {canBeGiven(item) ? (
          <Button variant="quiet" size="small" aria-label={`Assign: ${itemName(item)}`} onClick={onGive}>
            Assign
          </Button>
        ) : null}
      </span>
    </li>
  )
}

export function makerInWords({ consultantName }: Pick<BoardItem, 'consultantName'>): string {
  return consultantName ? `${consultantName} makes it` : 'Nobody has taken it'
}

/** Nobody works on it any more, and nobody else can take it. */
export function isAbandoned({ consultant, state }: Pick<BoardItem, 'consultant' | 'state'>): boolean {
  return consultant?.isActive === false && state !== 'delivered'
}

export function canBeGiven({ state }: Pick<BoardItem, 'state'>): boolean {
  return state !== 'delivered' && state !== 'closed'
}

const lists = {
  late: { words: 'Late', none: 'Nothing is late.' },
  planned: { words: 'Planned', none: 'Nothing is planned.' },
  in_progress: { words: 'In progress', none: 'Nothing is being made.' },
  for_approval: { words: 'For approval', none: 'No member is asked about anything.' },
  delivered: { words: 'Delivered', none: 'Nothing was delivered yet.' },
} satisfies Record<BoardList, { words: string; none: string }>
