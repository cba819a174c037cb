import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatAgo, formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { AccountCard } from '../../web/account-card.tsx'
import { useLogout } from '../../web/public.tsx'
import { type DeviceKind, listSessions, revokeOtherSessions, revokeSession, type Session } from '../contract.ts'

/** PRODUCT D6: lists the member's sessions and lets them end each one. */
export function SessionsPanel() {
  const { list, reload, loadMore } = useSessions()
  const { busy, result, perform } = useRevocation(reload)
  const end = ({ id }: Session) => perform(id, () => attempt(revokeSession, { params: { sessionId: id } }))
  const endOthers = () => perform('others', () => attempt(revokeOtherSessions), othersRevokedText)
  return (
    <AccountCard
      title="Where you are logged in"
      lead="Is there one that you do not know? Log it out, then change your password."
    >
      <Result result={result} />
      {list.state === 'loading' ? <Spinner label="Loading where you are logged in" className="size-8" /> : null}
      {list.state === 'failed' ? <LoadFailed message={list.message} onRetry={reload} /> : null}
      {list.state === 'loaded' ? (
        <>
          <ul className="-mt-4 divide-y divide-line">
            {list.sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                readAt={list.readAt}
                isBusy={busy === session.id}
                onEnd={() => end(session)}
              />
            ))}
          </ul>
          {list.cursor ? <LoadMore loadMore={loadMore} /> : null}
          {list.cursor || list.sessions.some(({ isThis }) => !isThis) ? (
            <Button
              variant="secondary"
              className="mt-2"
              busy={busy === 'others'}
              busyLabel="Logging out…"
              onClick={endOthers}
            >
              Log out everywhere else
            </Button>
          ) : (
            <p className="mt-2 text-muted">You are not logged in anywhere else.</p>
          )}
        </>
      ) : null}
    </AccountCard>
  )
}

type Outcome = { tone: 'success' | 'error'; text: string }

/** Ends one session at a time, and keeps the last result. */
function useRevocation(reload: () => Promise<void>) {
  const { busy, run } = useAction<string>()
  const [result, setResult] = useState<Outcome>()

  const perform = <Value,>(name: string, send: () => Promise<Attempt<Value>>, toText?: (value: Value) => string) =>
    run(
      async () => {
        setResult(undefined)
        const ending = await send()
        const outcome = toOutcome(ending, toText)
        if (outcome.tone === 'success') await reload()
        setResult(outcome)
        return ending
      },
      undefined,
      name,
    )
  return { busy, result, perform }
}

/** A session that was already ended elsewhere counts as success. */
function toOutcome<Value>(ending: Attempt<Value>, toText?: (value: Value) => string): Outcome {
  if (ending.state === 'done') return { tone: 'success', text: toText?.(ending.value) ?? ending.message }
  return { tone: ending.reason === 'session-not-found' ? 'success' : 'error', text: ending.message }
}

function othersRevokedText({ ended }: { ended: number }): string {
  if (ended === 0) return 'You were not logged in anywhere else.'
  return ended === 1 ? 'One other device is logged out.' : `${ended} other devices are logged out.`
}

/** After a success the pressed button is gone with its row, so move the keyboard focus to the message. */
function Result({ result }: { result: Outcome | undefined }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result?.tone === 'success') container.current?.focus()
  }, [result])
  if (!result) return null
  return (
    <div ref={container} tabIndex={-1} className="mb-6 outline-none">
      <Alert tone={result.tone}>{result.text}</Alert>
    </div>
  )
}

function LoadMore({ loadMore }: { loadMore: () => Promise<Attempt<unknown>> }) {
  const { isBusy, problem, run } = useAction()
  return (
    <div className="grid justify-items-center gap-4 border-t border-line py-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button variant="quiet" size="small" busy={isBusy} busyLabel="Loading…" onClick={() => run(loadMore)}>
        Load more
      </Button>
    </div>
  )
}

type SessionRowProps = { session: Session; readAt: Date; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, readAt, isBusy, onEnd }: SessionRowProps) {
  const { device, deviceKind, isThis, keepSignedIn } = session
  const Icon = icons[deviceKind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-7 shrink-0 text-secondary" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="wrap-anywhere">{device}</span>
          {isThis ? <Badge tone="success">This device</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {isThis ? null : `Last used ${formatAgo(session.lastUsedAt, readAt)}. `}
          Logged in {formatAgo(session.signedInAt, readAt)}
          {keepSignedIn ? `. Stays logged in until ${formatDate(session.expiresAt)}` : ''}.
        </p>
      </div>
      {/* On narrow screens, aligns with the text instead of the icon. */}
      <div className="max-sm:ml-11">
        {isThis ? <LogOutHereButton /> : <LogOutDeviceButton device={device} isBusy={isBusy} onEnd={onEnd} />}
      </div>
    </li>
  )
}

function LogOutDeviceButton({ device, isBusy, onEnd }: { device: string; isBusy: boolean; onEnd: () => void }) {
  return (
    <Button variant="quiet" size="small" busy={isBusy} busyLabel="Logging out…" onClick={onEnd}>
      Log out <span className="sr-only">{device}</span>
    </Button>
  )
}

function LogOutHereButton() {
  const { logOut, isBusy } = useLogout()
  return (
    <Button variant="quiet" size="small" busy={isBusy} busyLabel="Logging out…" onClick={logOut}>
      Log out <span className="sr-only">this device</span>
    </Button>
  )
}

const icons = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  unknown: MonitorSmartphone,
} satisfies Record<DeviceKind, LucideIcon>

type Sessions =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  /** `readAt` is the moment that "5 minutes ago" counts from. */
  | { state: 'loaded'; sessions: Session[]; cursor: string | null; readAt: Date }

/** Reloads when the page becomes visible, because sessions may have changed elsewhere. */
function useSessions(): {
  list: Sessions
  reload: () => Promise<void>
  loadMore: () => Promise<Attempt<unknown>>
} {
  const [list, setList] = useState<Sessions>({ state: 'loading' })
  const latest = useRef(0)

  const reload = useCallback(async () => {
    latest.current += 1
    const requestNumber = latest.current
    const ending = await attempt(listSessions, { query: {} })
    // Only the latest of several parallel requests counts.
    if (requestNumber !== latest.current) return
    if (ending.state === 'done') setList(loadedFrom(ending.value))
    // A loaded list is more useful than an error.
    else setList((current) => (current.state === 'loaded' ? current : { state: 'failed', message: ending.message }))
  }, [])

  const loadMore = useCallback(async () => {
    const requestNumber = latest.current
    const cursor = list.state === 'loaded' ? (list.cursor ?? undefined) : undefined
    const ending = await attempt(listSessions, { query: { cursor } })
    if (ending.state === 'done' && requestNumber === latest.current) {
      setList((current) => {
        if (current.state !== 'loaded') return current
        return { ...current, sessions: [...current.sessions, ...ending.value.items], cursor: ending.value.nextCursor }
      })
    }
    return ending
  }, [list])

  useEffect(() => {
    const onShown = () => (document.visibilityState === 'visible' ? void reload() : undefined)
    void reload()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      // Ignores responses that are still on their way.
      latest.current += 1
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [reload])

  return { list, reload, loadMore }
}

function loadedFrom(page: { items: Session[]; nextCursor: string | null }): Sessions {
  return { state: 'loaded', sessions: page.items, cursor: page.nextCursor, readAt: new Date() }
}
