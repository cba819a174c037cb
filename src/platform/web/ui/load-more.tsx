import { useState } from 'react'
import { attemptLoad } from '../attempt.ts'
import { useAction } from '../use-action.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type LoadMoreProps = { list: Pick<ReturnType<typeof useLoadMore>, 'hasMore' | 'isLoading' | 'problem' | 'loadMore'> }

/** Shown below a list with several pages. */
export function LoadMore({ list: { hasMore, isLoading, problem, loadMore } }: LoadMoreProps) {
  return (
    <>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {hasMore ? (
        <Button
          variant="quiet"
          className="justify-self-center"
          busy={isLoading}
          busyLabel="Loading…"
          onClick={loadMore}
        >
          Load more
        </Button>
      ) : null}
    </>
  )
}

export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** The first page of a list and all pages loaded after it. */
export function useLoadMore<Item>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) {
  const [more, setMore] = useState<{ items: Item[]; cursor: string | null; since: Page<Item> }>()
  const { isBusy, problem, run } = useAction()
  // A reloaded first page resets the list.
  const added = more?.since === first ? more : { items: [], cursor: first.nextCursor, since: first }

  const loadMore = async () => {
    const { cursor } = added
    if (!cursor) return
    await run(
      () => attemptLoad(fetchPage(cursor)),
      (page) => setMore({ items: [...added.items, ...page.items], cursor: page.nextCursor, since: first }),
    )
  }
  return {
    items: [...first.items, ...added.items],
    hasMore: added.cursor !== null,
    isLoading: isBusy,
    problem,
    loadMore,
  }
}
