import type { useMore } from '../use-more.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type LoadMoreProps = { list: Pick<ReturnType<typeof useMore>, 'hasMore' | 'isLoading' | 'problem' | 'loadMore'> }

/** Below a list that comes page by page. */
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
