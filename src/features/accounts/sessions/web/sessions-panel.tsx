import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt, load } from '#platform/web/attempt.ts'
import { formatAgo, formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { AccountCard } from '../../web/account-card.tsx'
import { useLogout } from '../../web/public.tsx'
import { type DeviceKind, listSessions, revokeOtherSessions, revokeSession, type Session } from '../contract.ts'

/** PRODUCT D6: lists the member's sessions and lets them end each one. */
export function SessionsPanel() {
  const { found, reload } = useLoaded(listSessions, { query: {} })
  // Sessions may have changed elsewhere while the page was hidden.
  useEffect(() => {
    const onShown = () => (document.visibilityState === 'visible' ? void reload() : undefined)
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [reload])
  return (
    <AccountCard
      title="Where you’re logged in"
      lead="Don’t recognise one of these? Log it out, then change your password."
    >
      {found.state === 'loading' ? <Spinner label="Loading your devices" className="size-8" /> : null}
      {found.state === 'failed' ? <LoadFailed message={found.message} onRetry={reload} /> : null}
      {found.state === 'loaded' ? <SessionList firstPage={found.value} readAt={found.readAt} reload={reload} /> : null}
    </AccountCard>
  )
}

type SessionListProps = {
  firstPage: ResponseOf<typeof listSessions>
  /** The time from which "5 minutes ago" is counted. */
  readAt: Date
  reload: () => Promise<void>
}

function SessionList({ firstPage, readAt, reload }: SessionListProps) {
  const list = useLoadMore(firstPage, (cursor) => load(listSessions, { query: { cursor } }))
  const { busy, isBusy, ending, run } = useAction<string>({
    reload: (ended) => (isLoggedOut(ended) ? reload() : undefined),
  })
  const end = ({ id }: Session) => run(() => attempt(revokeSession, { params: { sessionId: id } }), undefined, id)
  const endOthers = () => run(revokeOthers, undefined, 'others')
  return (
    <>
      {/* Shown once the list is up to date. */}
      {ending && !isBusy ? <Result ending={ending} /> : null}
      <ul className="-mt-4 divide-y divide-line">
        {list.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            readAt={readAt}
            isBusy={busy === session.id}
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {list.hasMore ? (
        <div className="grid gap-4 border-t border-line py-4">
          <LoadMore list={list} />
        </div>
      ) : null}
      {list.hasMore || list.items.some(({ isThis }) => !isThis) ? (
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
        <p className="mt-2 text-muted">You’re not logged in anywhere else.</p>
      )}
    </>
  )
}

async function revokeOthers(): Promise<Attempt<unknown>> {
  const ending = await attempt(revokeOtherSessions)
  return ending.state === 'done' ? { ...ending, message: othersRevokedText(ending.value.ended) } : ending
}

function othersRevokedText(ended: number): string {
  if (ended === 0) return 'You weren’t logged in anywhere else.'
  return ended === 1 ? 'One other device logged out.' : `${ended} other devices logged out.`
}

/** A session that was already ended elsewhere counts as success. */
function isLoggedOut(ending: Attempt<unknown>): boolean {
  return ending.state === 'done' || ending.reason === 'session-not-found'
}

/** After a success the pressed button disappears with its row, so move the keyboard focus to the message. */
function Result({ ending }: { ending: Attempt<unknown> }) {
  const container = useRef<HTMLDivElement>(null)
  const isSuccess = isLoggedOut(ending)
  useEffect(() => {
    if (isSuccess) container.current?.focus()
  }, [isSuccess])
  return (
    <div ref={container} tabIndex={-1} className="mb-6 outline-none">
      <Alert tone={isSuccess ? 'success' : 'error'}>{ending.message}</Alert>
    </div>
  )
}

type SessionRowProps = { session: Session; readAt: Date; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, readAt, isBusy, onEnd }: SessionRowProps) {
  const { device, deviceKind, isThis, keepSignedIn } = session
  const Icon = icons[deviceKind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-7 shrink-0 text-secondary-ink" />
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
        {isThis ? <LogOutHereButton /> : <LogOutButton name={device} isBusy={isBusy} onClick={onEnd} />}
      </div>
    </li>
  )
}

function LogOutHereButton() {
  const { logOut, isBusy } = useLogout()
  return <LogOutButton name="this device" isBusy={isBusy} onClick={logOut} />
}

function LogOutButton({ name, isBusy, onClick }: { name: string; isBusy: boolean; onClick: () => void }) {
  return (
    <Button variant="quiet" size="small" busy={isBusy} busyLabel="Logging out…" onClick={onClick}>
      Log out <span className="sr-only">{name}</span>
    </Button>
  )
}

const icons = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  unknown: MonitorSmartphone,
} satisfies Record<DeviceKind, LucideIcon>
