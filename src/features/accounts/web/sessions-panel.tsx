import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatAgo, formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { type DeviceKind, endOtherSessions, endSession, type Session } from '../contract/session.ts'
import { AccountCard } from './account-card.tsx'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { useLogout } from './public.tsx'
import { useSessions } from './use-sessions.ts'

/** PRODUCT D6: where the member is logged in, and a way to end each of these sessions. */
export function SessionsPanel() {
  const { list, reload, loadMore } = useSessions()
  const { busy, result, perform, question } = useEnding(reload)
  const end = ({ id }: Session) => perform(id, () => attempt(endSession, { params: { sessionId: id } }))
  const endOthers = () => perform('others', () => attempt(endOtherSessions), othersEnded)
  return (
    <AccountCard
      title="Where you are logged in"
      lead="Is there one that you do not know? Log it out, then change your password."
    >
      <Result result={result} />
      {list.state === 'loading' ? <Spinner label="Loading where you are logged in" className="size-8" /> : null}
      {list.state === 'failed' ? <ListProblem message={list.message} onRetry={reload} /> : null}
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
      {question}
    </AccountCard>
  )
}

type Outcome = { tone: 'success' | 'error'; text: string }

/** One at a time: what is being ended, and how the last one went. */
function useEnding(reload: () => Promise<void>) {
  const [busy, setBusy] = useState<string>()
  const [result, setResult] = useState<Outcome>()
  const { withIdentity, question } = useFreshIdentity()

  const perform = async <Value,>(
    what: string,
    send: () => Promise<Attempt<Value>>,
    wordsFor?: (value: Value) => string,
  ): Promise<void> => {
    if (busy) return
    setBusy(what)
    setResult(undefined)
    const ending = await withIdentity(send)
    const outcome = ending ? outcomeOf(ending, wordsFor) : undefined
    if (outcome?.tone === 'success') await reload()
    setResult(outcome)
    setBusy(undefined)
  }
  return { busy, result, perform, question }
}

/** What somebody else has ended meanwhile is ended as well. */
function outcomeOf<Value>(ending: Attempt<Value>, wordsFor?: (value: Value) => string): Outcome {
  if (ending.state === 'done') return { tone: 'success', text: wordsFor?.(ending.value) ?? ending.message }
  return { tone: ending.reason === 'session-not-found' ? 'success' : 'error', text: ending.message }
}

function othersEnded({ ended }: { ended: number }): string {
  if (ended === 0) return 'You were not logged in anywhere else.'
  return ended === 1 ? 'One other device is logged out.' : `${ended} other devices are logged out.`
}

/** After a success the button that was pressed is gone with its row: the keyboard goes on from the message. */
function Result({ result }: { result: Outcome | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result?.tone === 'success') place.current?.focus()
  }, [result])
  if (!result) return null
  return (
    <div ref={place} tabIndex={-1} className="mb-6 outline-none">
      <Alert tone={result.tone}>{result.text}</Alert>
    </div>
  )
}

function ListProblem({ message, onRetry }: { message: string; onRetry: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    await onRetry()
    setIsBusy(false)
  }
  return (
    <Alert tone="error">
      <p>{message}</p>
      <Button variant="quiet" size="small" className="mt-3" busy={isBusy} onClick={retry}>
        Try again
      </Button>
    </Alert>
  )
}

function LoadMore({ loadMore }: { loadMore: () => Promise<Attempt<unknown>> }) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const load = async () => {
    setIsBusy(true)
    const ending = await loadMore()
    setProblem(ending.state === 'failed' ? ending.message : undefined)
    setIsBusy(false)
  }
  return (
    <div className="grid justify-items-center gap-4 border-t border-line py-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button variant="quiet" size="small" busy={isBusy} busyLabel="Loading…" onClick={load}>
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
      {/* Where it stands below the words, it stands under them and not under the picture. */}
      <div className="max-sm:ml-11">
        {isThis ? <LogOutHere /> : <LogOut device={device} isBusy={isBusy} onEnd={onEnd} />}
      </div>
    </li>
  )
}

function LogOut({ device, isBusy, onEnd }: { device: string; isBusy: boolean; onEnd: () => void }) {
  return (
    <Button variant="quiet" size="small" busy={isBusy} busyLabel="Logging out…" onClick={onEnd}>
      Log out <span className="sr-only">{device}</span>
    </Button>
  )
}

function LogOutHere() {
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
