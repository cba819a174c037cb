import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Attempt } from '../../attempt.ts'
import { useAction } from '../../use-action.ts'
import { type ConfirmDialogProps, DialogAnswers } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { Form } from './form.tsx'
import { TextArea } from './text-area.tsx'

/** A form in a dialog. */
export function FormDialog({
  title,
  children,
  onSubmit,
  ...buttons
}: ConfirmDialogProps & { onSubmit: () => unknown }) {
  return (
    <Dialog title={title} onClose={buttons.onClose}>
      <Form onSubmit={onSubmit} className="grid gap-5">
        {children}
        <DialogAnswers {...buttons} type="submit" />
      </Form>
    </Dialog>
  )
}

type ReasonDialogProps<Value> = Omit<ConfirmDialogProps, 'action'> & {
  label?: string
  /** Says who can read the reason. */
  readBy?: string
  maxLength: number
  /** Shown if the reason is missing. */
  missing?: string
  send: (reason: string) => Promise<Attempt<Value>>
  /** Called on success, instead of reloading the page's data. */
  onDone?: (value: Value) => void
}

/** Asks for the reason for an action. If the request is refused, the typed text is kept. */
export function ReasonDialog<Value>({
  children,
  label = 'Reason',
  readBy,
  maxLength,
  missing = 'Enter a reason',
  send,
  onDone,
  ...dialog
}: ReasonDialogProps<Value>) {
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const action = useAction({ toast: 'success' })
  const submit = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return field.current?.focus()
    void action.run(
      () => send(reason),
      (value) => {
        dialog.onClose()
        if (onDone) onDone(value)
        else void revalidate()
      },
    )
  }
  return (
    <FormDialog busyLabel="One moment…" {...dialog} action={action} onSubmit={submit}>
      {children}
      <TextArea
        ref={field}
        label={label}
        hint={readBy}
        rows={3}
        maxLength={maxLength}
        error={isMissing ? missing : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
