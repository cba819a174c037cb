import { Link, useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { DeliverableCard, describeDueDate } from '../../web/deliverable-card.tsx'
import { type ConsultantDeliverable, listWorklist, WorklistName } from '../contract.ts'

export const meta = privateMeta('Deliverables')

export const clientLoader = pageLoader(async ({ request }) => {
  const list = WorklistName.catch('open').parse(new URL(request.url).searchParams.get('list'))
  return { list, first: await fetchWorklist(list) }
})

function fetchWorklist(list: WorklistName, cursor?: string) {
  return load(listWorklist, { query: { list, cursor } })
}

/** The consultant's deliverables and those they may take. */
export default function WorklistPage() {
  const { list, first } = useLoaderData<typeof clientLoader>()
  const more = useLoadMore(first, (cursor) => fetchWorklist(list, cursor))
  return (
    <>
      <nav aria-label="Which deliverables" className="flex flex-wrap gap-2">
        {WorklistName.options.map((option) => (
          <Link
            key={option}
            to={`?list=${option}`}
            aria-current={option === list ? 'page' : undefined}
            className="rounded-md px-4 py-2.5 font-medium ring-1 ring-field ring-inset aria-[current]:bg-secondary-deep aria-[current]:text-white"
          >
            {lists[option].label}
          </Link>
        ))}
      </nav>
      {more.items.length === 0 ? (
        <Card>
          <p className="text-muted">{lists[list].empty}</p>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {more.items.map((item) => (
              <DeliverableCard
                key={item.id}
                item={item}
                to={`/portal/consultant/deliverables/${item.id}`}
                description={describeWork(item)}
              />
            ))}
          </ul>
        </Card>
      )}
      <LoadMore list={more} />
    </>
  )
}

function describeWork(item: ConsultantDeliverable): string {
  const assignment = item.isMine ? '' : '. Nobody has taken it'
  return `For ${item.memberName}, ${item.packageTitle}. ${describeDueDate(item)}${assignment}`
}

const lists = {
  open: { label: 'To be made', empty: 'There is nothing to be made for the services that you advise on.' },
  waiting: { label: 'Waiting for an answer', empty: 'No member is asked about anything of yours.' },
  done: { label: 'Delivered', empty: 'You have delivered nothing yet.' },
} satisfies Record<WorklistName, { label: string; empty: string }>
