import { useState } from 'react'
import { CallFailed, UNKNOWN_ERROR } from './request.ts'

type Page<Item> = { items: Item[]; nextCursor: string | null }

/** The first page of a list, and those that were asked for since. */
export function useMore<Item>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) {
  const [more, setMore] = useState<{ items: Item[]; cursor: string | null; since: Page<Item> }>()
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A first page that was loaded anew begins the list anew.
  const added = more?.since === first ? more : { items: [], cursor: first.nextCursor, since: first }

  const loadMore = async () => {
    if (!added.cursor) return
    setIsLoading(true)
    setProblem(undefined)
    try {
      const page = await fetchPage(added.cursor)
      setMore({ items: [...added.items, ...page.items], cursor: page.nextCursor, since: first })
    } catch (error) {
      setProblem(error instanceof CallFailed ? error.message : UNKNOWN_ERROR)
    }
    setIsLoading(false)
  }
  return { items: [...first.items, ...added.items], hasMore: added.cursor !== null, isLoading, problem, loadMore }
}
