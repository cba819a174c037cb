import type { ReactNode } from 'react'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { useMore } from '#platform/web/use-more.ts'

type Page<Item> = { items: Item[]; nextCursor: string | null }

type MemberListProps<Item> = {
  first: Page<Item>
  fetchPage: (cursor: string) => Promise<Page<Item>>
  /** What stands there where there is nothing. */
  none: string
  children: (item: Item) => ReactNode
}

/** One of the lists of a member's page, a few at first. */
export function MemberList<Item extends { id: string }>({ first, fetchPage, none, children }: MemberListProps<Item>) {
  const list = useMore(first, fetchPage)
  if (list.items.length === 0) return <p className="text-muted">{none}</p>
  return (
    <div className="grid gap-4">
      <ul className="-my-3 divide-y divide-line">
        {list.items.map((item) => (
          <li key={item.id} className="grid gap-1 py-3">
            {children(item)}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

export function MemberListSection<Item extends { id: string }>({
  title,
  actions,
  ...list
}: MemberListProps<Item> & { title: string; actions?: ReactNode }) {
  return (
    <TitledCard title={title}>
      <MemberList {...list} />
      {actions ? <div className="mt-6 flex flex-wrap gap-3">{actions}</div> : null}
    </TitledCard>
  )
}
