import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '#features/accounts/calendar-feed/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'

/** Creates and revokes the private address that lets calendar apps follow the member's sessions. */
export function CalendarFeedPanel() {
  const { found, show } = useLoaded(getCalendarFeed)
  // The server returns the address only when it is created, so it is no longer shown after a reload.
  const [url, setUrl] = useState<string>()
  const { busy, problem, run } = useAction<'create' | 'revoke'>()
  const showFeed = (feed: { createdAt: string } | null, newUrl?: string) => {
    setUrl(newUrl)
    show(feed)
  }
  const create = () =>
    run(
      () => attempt(createCalendarFeed),
      (created) => showFeed({ createdAt: created.createdAt }, created.url),
      'create',
    )
  const revoke = () =>
    run(
      () => attempt(revokeCalendarFeed),
      () => showFeed(null),
      'revoke',
    )
  const createdAt = found.state === 'loaded' ? found.value?.createdAt : undefined
  const container = useRef<HTMLDivElement>(null)
  useKeepFocus(container, found.state === 'loading' ? null : `${found.state} ${createdAt} ${url}`)
  return (
    <Card>
      <h2 className="text-xl">See your sessions in your own calendar</h2>
      <p className="mt-1 max-w-prose text-muted">
        Add a private link to the calendar on your phone or computer, and your sessions will appear there automatically.
        Anyone with the link can see when your sessions are, so keep it to yourself.
      </p>
      <div ref={container} tabIndex={-1} className="mt-6 grid justify-items-start gap-4 outline-none">
        {found.state === 'loading' ? <Spinner label="Loading your calendar link" /> : null}
        {found.state === 'failed' ? <Alert tone="error">{found.message}</Alert> : null}
        {url ? <Address url={url} /> : null}
        {createdAt && !url ? (
          <p>
            You created a link on {formatDate(createdAt)}. We only show a link once: if you need it again, create a new
            one.
          </p>
        ) : null}
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {found.state === 'loaded' && !createdAt ? (
          <Button variant="secondary" busy={busy === 'create'} busyLabel="Creating…" onClick={create}>
            Get calendar link
          </Button>
        ) : null}
        {createdAt ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="quiet" size="small" busy={busy === 'create'} busyLabel="Creating…" onClick={create}>
              Create a new link
            </Button>
            <Button variant="quiet" size="small" busy={busy === 'revoke'} busyLabel="Turning off…" onClick={revoke}>
              Turn off the link
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function Address({ url }: { url: string }) {
  const container = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone, so the focus moves here for each new address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address moves the focus
  useEffect(() => container.current?.focus(), [url])
  return (
    <div ref={container} tabIndex={-1} className="grid w-full justify-items-start gap-3 outline-none">
      <Alert tone="success" title="Your calendar link">
        <p>
          Copy the link now: we won’t show it again. In your calendar, choose “Add by URL” or “Subscribe” and paste it
          in. Any link you had before no longer works.
        </p>
      </Alert>
      <label className="grid w-full gap-1.5">
        <span className="font-medium">Private link</span>
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
      () => setResult('Your browser didn’t let us copy the link. Select it and copy it yourself.'),
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
