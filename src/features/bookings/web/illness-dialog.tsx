import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone } from '#platform/shared/local-time.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { foretellIllness, reportIllness } from '../contract/agenda.ts'
import { memberOf } from './agenda-day-section.tsx'

type Foretold = ResponseOf<typeof foretellIllness>

/** PRODUCT D21: what it means stands here before the button. */
export function IllnessDialog({ onClose }: { onClose: () => void }) {
  const [foretold, setForetold] = useState<Attempt<Foretold>>()
  const read = async () => setForetold(await attempt(foretellIllness))
  useEffect(() => {
    void attempt(foretellIllness).then(setForetold)
  }, [])
  return (
    <Dialog title="Are you ill today?" onClose={onClose}>
      {foretold === undefined ? <Spinner label="Looking at your day" className="size-8" /> : null}
      {foretold?.state === 'failed' ? (
        <Alert tone="error">
          <p>{foretold.message}</p>
          <Button variant="quiet" size="small" className="mt-3" onClick={read}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {foretold?.state === 'done' ? <Question foretold={foretold.value} onChanged={read} onClose={onClose} /> : null}
    </Dialog>
  )
}

type QuestionProps = { foretold: Foretold; onChanged: () => Promise<void>; onClose: () => void }

function Question({ foretold: { sessions, timeZone }, onChanged, onClose }: QuestionProps) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const report = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(reportIllness, { body: { sessions: sessions.length } })
    if (ending.state === 'done') notify.success(ending.message)
    else setProblem(ending.message)
    if (ending.state === 'failed' && ending.reason === 'sessions-changed') await onChanged()
    // Where no answer came, the page would not come either.
    if (ending.state === 'done' || ending.reason) await revalidate()
    setBusy(false)
    if (ending.state === 'done') onClose()
  }
  return (
    <div className="grid gap-5">
      {sessions.length > 0 ? (
        <>
          <p>
            This cancels <strong className="font-semibold">{inWords(sessions.length)}</strong>:
          </p>
          <ul className="grid max-h-56 gap-1 overflow-y-auto">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap gap-x-4">
                <span className="shrink-0 tabular-nums">{clockInZone(session.startsAt, timeZone)}</span>
                <span className="min-w-0 flex-1 basis-40">
                  {memberOf(session)}, {session.title}
                </span>
              </li>
            ))}
          </ul>
          <p>Everybody gets their session back, and an email with a link to choose another time.</p>
        </>
      ) : (
        <p>No session of yours is left today.</p>
      )}
      <p>Nobody can book you for the rest of today. This cannot be undone.</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onClose}>
          Keep my day
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel="Telling everybody…" onClick={report}>
          {sessions.length > 0 ? `Cancel ${inWords(sessions.length)}` : 'Take today off'}
        </Button>
      </div>
    </div>
  )
}

function inWords(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}
