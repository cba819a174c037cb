import { load } from '#platform/web/load.ts'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listItems } from '../contract.ts'
import { dueInWords, ItemCard } from './item-card.tsx'

/** Of one package, or of the subscription that it belongs to. */
export function fetchItems(entitlementId: string, cursor?: string) {
  return load(listItems, { query: { entitlementId, cursor } })
}

type ItemsListProps = { entitlementId: string; first: Awaited<ReturnType<typeof fetchItems>> }

/** Everything that is made for a package, one by one. */
export function ItemsList({ entitlementId, first }: ItemsListProps) {
  const list = useMore(first, (cursor) => fetchItems(entitlementId, cursor))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="divide-y divide-line">
        {list.items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            to={`/portal/deliverables/${item.id}`}
            about={item.consultantName ? `${dueInWords(item)}, by ${item.consultantName}` : dueInWords(item)}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}
