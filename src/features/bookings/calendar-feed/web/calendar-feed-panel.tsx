import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '#features/accounts/calendar-feed/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'

type FeedState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'none' }
  | { state: 'made'; createdAt: string }
  /** Shown only once. */
  | { state: 'shown'; createdAt: string; url: string }

/** Creates and revokes the private address that calendar programs use to follow the member's sessions. */
export function CalendarFeedPanel() {
  const { feed, busy, problem, make, remove } = useCalendarFeed()
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, feed.state === 'loading' ? null : feed.state)
  return (
    <Card>
      <h2 className="text-xl">Your sessions in your own calendar</h2>
      <p className="mt-1 max-w-prose text-muted">
        Add a private address to the calendar of your phone or computer, and your sessions appear there by themselves.
        Whoever has the address can read when your sessions are, so keep it to yourself.
      </p>
      <div ref={place} tabIndex={-1} className="mt-6 grid justify-items-start gap-4 outline-none">
        {feed.state === 'loading' ? <Spinner label="Loading your calendar address" /> : null}
        {feed.state === 'failed' ? <Alert tone="error">{feed.message}</Alert> : null}
        {feed.state === 'shown' ? <Address url={feed.url} /> : null}
        {feed.state === 'made' ? (
          <p>
            You made an address on {formatDate(feed.createdAt)}. It is not shown again: if you need it once more, make a
            new one.
          </p>
        ) : null}
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {feed.state === 'none' ? (
          <Button variant="secondary" busy={busy === 'make'} busyLabel="Making…" onClick={make}>
            Make an address
          </Button>
        ) : null}
        {feed.state === 'made' || feed.state === 'shown' ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="quiet" size="small" busy={busy === 'make'} busyLabel="Making…" onClick={make}>
              Make a new address
            </Button>
            <Button variant="quiet" size="small" busy={busy === 'remove'} busyLabel="Ending…" onClick={remove}>
              End the address
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function Address({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null)
  // The pressed button may be gone, so focus moves here for each new address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is a reason
  useEffect(() => place.current?.focus(), [url])
  return (
    <div ref={place} tabIndex={-1} className="grid w-full justify-items-start gap-3 outline-none">
      <Alert tone="success" title="This is your address">
        <p>
          It is shown only now. In your calendar, choose “Add by URL” or “Subscribe”, and enter it there. An address
          that you had before has ended.
        </p>
      </Alert>
      <label className="grid w-full gap-1.5">
        <span className="font-medium">Private address</span>
        <input
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="min-h-12 w-full rounded-md border border-field bg-ground px-4 font-mono text-sm"
        />
      </label>
      <CopyButton text={url} />
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [result, setResult] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Copied.'),
      () => setResult('Your browser does not allow that. Please mark the address and copy it.'),
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="quiet" size="small" onClick={copy}>
        <Copy aria-hidden="true" className="size-4" />
        Copy
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {result}
      </p>
    </div>
  )
}

function useCalendarFeed() {
  const [feed, setFeed] = useState<FeedState>({ state: 'loading' })
  const { busy, problem, run } = useAction<'make' | 'remove'>()

  useEffect(() => {
    let isHere = true
    void attempt(getCalendarFeed).then((ending) => (isHere ? setFeed(stateOf(ending)) : undefined))
    return () => {
      isHere = false
    }
  }, [])

  const make = () =>
    run(
      () => attempt(createCalendarFeed),
      (made) => setFeed({ state: 'shown', ...made }),
      'make',
    )
  const remove = () =>
    run(
      () => attempt(revokeCalendarFeed),
      () => setFeed({ state: 'none' }),
      'remove',
    )
  return { feed, busy, problem, make, remove }
}

function stateOf(ending: Awaited<ReturnType<typeof attempt<typeof getCalendarFeed>>>): FeedState {
  if (ending.state === 'failed') return { state: 'failed', message: ending.message }
  return ending.value ? { state: 'made', createdAt: ending.value.createdAt } : { state: 'none' }
}
