import type { ReactNode } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { LoadMore, type Page, useLoadMore } from '#platform/web/ui/load-more.tsx'

/** The props of a section that shows one of a member's lists. */
export type MemberSectionProps<List> = { memberId: string; first: ResponseOf<List> }

type MemberListProps<Item> = {
  first: Page<Item>
  fetchPage: (cursor: string) => Promise<Page<Item>>
  /** Shown if the list is empty. */
  emptyText: string
  children: (item: Item) => ReactNode
}

/** A list on the member page that starts short and loads more on request. */
export function MemberList<Item extends { id: string }>({
  first,
  fetchPage,
  emptyText,
  children,
}: MemberListProps<Item>) {
  const list = useLoadMore(first, fetchPage)
  if (list.items.length === 0) return <p className="text-muted">{emptyText}</p>
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
