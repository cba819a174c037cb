import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import type { Attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'

type ReasonDialogProps<Value> = {
  title: string
  /** What it means, and who hears of it. */
  children: ReactNode
  /** On the button. */
  act: string
  danger?: boolean
  /** Who reads the reason. */
  readBy: string
  longest: number
  send: (reason: string) => Promise<Attempt<Value>>
  /** After it is done; the page is read anew, unless this leaves it. */
  onDone?: (value: Value) => void
  onClose: () => void
}

/** Whatever staff do to a member's account has its reason. What is typed stays where it is refused. */
export function ReasonDialog<Value>({ title, children, act, danger, readBy, ...dialog }: ReasonDialogProps<Value>) {
  const { send, onDone, onClose, longest } = dialog
  const { withIdentity, question } = useFreshIdentity()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [missing, setMissing] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    const ending = await withIdentity(() => send(reason))
    setIsBusy(false)
    if (ending?.state === 'failed') setProblem(ending.message)
    if (ending?.state !== 'done') return
    if (ending.message) notify.success(ending.message)
    onClose()
    if (onDone) onDone(ending.value)
    else await revalidate()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {children}
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextArea
          label="Why"
          hint={readBy}
          rows={3}
          maxLength={longest}
          error={missing ? 'Please say why' : undefined}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isBusy} busyLabel="One moment…">
            {act}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}
