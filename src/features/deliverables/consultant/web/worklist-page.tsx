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

/** The consultant's deliverables and those they can take. */
export default function WorklistPage() {
  const { list, first } = useLoaderData<typeof clientLoader>()
  const more = useLoadMore(first, (cursor) => fetchWorklist(list, cursor))
  return (
    <>
      <ChoiceLinks
        label="Deliverables by status"
        choices={lists}
        chosen={list}
        addressOf={(choice) => `?list=${choice}`}
      />
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
  const assignment = item.isMine ? '' : '. Unassigned'
  return `For ${item.memberName}, ${item.packageTitle}. ${describeDueDate(item)}${assignment}`
}

const lists = {
  open: { words: 'To do', none: 'There’s nothing to do for your services right now.' },
  waiting: { words: 'Awaiting approval', none: 'Nothing is waiting for a member’s approval.' },
  done: { words: 'Delivered', none: 'You haven’t delivered anything yet.' },
} satisfies Record<WorklistName, { words: string; none: string }>
