import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone } from '#platform/shared/local-time.ts'
import { attempt, isAnswered } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { previewSickDay, reportSickDay } from '../contract.ts'
import { formatMemberName } from './attendance-panel.tsx'

type SickDayPreview = ResponseOf<typeof previewSickDay>

/** Shows the consequences above the button, as PRODUCT D21 requires. */
export function SickDayDialog({ onClose }: { onClose: () => void }) {
  const { found, reload } = useLoaded(previewSickDay)
  return (
    <Dialog title="Are you ill today?" onClose={onClose}>
      {found.state === 'loading' ? <Spinner label="Checking your day" className="size-8" /> : null}
      {found.state === 'failed' ? <LoadFailed message={found.message} onRetry={reload} /> : null}
      {found.state === 'loaded' ? <Confirmation preview={found.value} onChanged={reload} onClose={onClose} /> : null}
    </Dialog>
  )
}

type ConfirmationProps = { preview: SickDayPreview; onChanged: () => Promise<void>; onClose: () => void }

function Confirmation({ preview: { sessions, timeZone }, onChanged, onClose }: ConfirmationProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, run } = useAction({
    toast: 'success',
    reload: async (result) => {
      if (result.state === 'failed' && result.reason === 'sessions-changed') await onChanged()
      if (isAnswered(result)) await revalidate()
    },
  })
  const report = () => run(() => attempt(reportSickDay, { body: { sessions: sessions.length } }), onClose)
  return (
    <div className="grid gap-5">
      {sessions.length > 0 ? (
        <>
          <p>
            This will cancel <strong className="font-semibold">{formatSessionCount(sessions.length)}</strong>:
          </p>
          <ul className="grid max-h-56 gap-1 overflow-y-auto">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap gap-x-4">
                <span className="shrink-0 tabular-nums">{clockInZone(session.startsAt, timeZone)}</span>
                <span className="min-w-0 flex-1 basis-40">
                  {formatMemberName(session)}, {session.title}
                </span>
              </li>
            ))}
          </ul>
          <p>Everyone will get their session back, and an email with a link to choose another time.</p>
        </>
      ) : (
        <p>You have no more sessions today.</p>
      )}
      <p>No one will be able to book you for the rest of today. You can’t undo this.</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onClose}>
          Keep my day as it is
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel="Telling everyone…" onClick={report}>
          {sessions.length > 0 ? `Cancel ${formatSessionCount(sessions.length)}` : 'Take today off'}
        </Button>
      </div>
    </div>
  )
}

function formatSessionCount(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}
