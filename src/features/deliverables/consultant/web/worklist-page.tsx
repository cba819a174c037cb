import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { ChoiceLinks } from '#platform/web/ui/list-page.tsx'
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
      <ChoiceLinks label="Which deliverables" choices={lists} chosen={list} addressOf={(choice) => `?list=${choice}`} />
      <Card>
        {more.items.length === 0 ? <p className="text-muted">{lists[list].none}</p> : null}
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
      <LoadMore list={more} />
    </>
  )
}

function describeWork(item: ConsultantDeliverable): string {
  const assignment = item.isMine ? '' : '. Nobody has taken it'
  return `For ${item.memberName}, ${item.packageTitle}. ${describeDueDate(item)}${assignment}`
}

const lists = {
  open: { words: 'To be made', none: 'There is nothing to be made for the services that you advise on.' },
  waiting: { words: 'Waiting for an answer', none: 'No member is asked about anything of yours.' },
  done: { words: 'Delivered', none: 'You have delivered nothing yet.' },
} satisfies Record<WorklistName, { words: string; none: string }>
