import { Link, useLoaderData } from 'react-router'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listWork, type WorkItem, WorkList } from '../contract/work.ts'
import { dueInWords, ItemCard } from './item-card.tsx'

export function meta() {
  return [{ title: 'Deliverables' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const list = WorkList.catch('open').parse(new URL(request.url).searchParams.get('list'))
  return { list, first: await fetchWork(list) }
}
clientLoader.hydrate = true as const

function fetchWork(list: WorkList, cursor?: string) {
  return load(listWork, { query: { list, cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** What a consultant makes, or may take on. */
export default function WorkListPage() {
  const { list, first } = useLoaderData<typeof clientLoader>()
  const more = useMore(first, (cursor) => fetchWork(list, cursor))
  return (
    <>
      <nav aria-label="Which deliverables" className="flex flex-wrap gap-2">
        {WorkList.options.map((option) => (
          <Link
            key={option}
            to={`?list=${option}`}
            aria-current={option === list ? 'page' : undefined}
            className="rounded-md px-4 py-2.5 font-medium ring-1 ring-field ring-inset aria-[current]:bg-secondary-deep aria-[current]:text-white"
          >
            {lists[option].words}
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
              <ItemCard
                key={item.id}
                item={item}
                to={`/portal/consultant/deliverables/${item.id}`}
                about={aboutWork(item)}
              />
            ))}
          </ul>
        </Card>
      )}
      <LoadMore list={more} />
    </>
  )
}

function aboutWork(item: WorkItem): string {
  const taken = item.isMine ? '' : '. Nobody has taken it'
  return `For ${item.memberName}, ${item.packageTitle}. ${dueInWords(item)}${taken}`
}

const lists = {
  open: { words: 'To be made', empty: 'There is nothing to be made for the services that you advise on.' },
  waiting: { words: 'Waiting for an answer', empty: 'No member is asked about anything of yours.' },
  done: { words: 'Delivered', empty: 'You have delivered nothing yet.' },
} satisfies Record<WorkList, { words: string; empty: string }>
