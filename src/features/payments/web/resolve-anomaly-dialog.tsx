import { type FormEvent, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Anomaly, resolveAnomaly } from '../contract/anomaly.ts'

type ResolveAnomalyDialogProps = { anomaly: Anomaly; onClose: () => void; onResolved: () => void }

/** What was found or done stays with the case. */
export function ResolveAnomalyDialog({ anomaly, onClose, onResolved }: ResolveAnomalyDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const close = async (event: FormEvent) => {
    event.preventDefault()
    const isMissing = reason.trim() === ''
    setError(isMissing ? 'Please say what you found or did' : undefined)
    if (isMissing) return
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(resolveAnomaly, { params: { anomalyId: anomaly.id }, body: { reason } })
    setBusy(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    notify.success(ending.message)
    onResolved()
  }
  return (
    <Dialog title="Close this case" onClose={onClose}>
      <form noValidate onSubmit={close} className="grid gap-5">
        <p>{anomaly.sentence}</p>
        <TextArea
          label="What you found or did"
          rows={3}
          maxLength={1_000}
          value={reason}
          error={error}
          onChange={({ target }) => setReason(target.value)}
        />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it open
          </Button>
          <Button type="submit" variant="secondary" busy={isBusy} busyLabel="Closing…">
            Close the case
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
