import type { ComponentProps, ReactNode } from 'react'
import type { useAction } from '../use-action.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  title: string
  children: ReactNode
  /** The button that goes ahead. */
  act: string
  busyLabel?: string
  variant?: ComponentProps<typeof Button>['variant']
  /** The button that leaves everything unchanged. */
  keep?: string
  action: Pick<ReturnType<typeof useAction>, 'isBusy' | 'problem'>
  onClose: () => void
}

/** Asks for confirmation before an action, and shows an error if the action fails. */
export function ConfirmDialog({
  title,
  children,
  onConfirm,
  ...buttons
}: ConfirmDialogProps & { onConfirm: () => unknown }) {
  return (
    <Dialog title={title} onClose={buttons.onClose}>
      <div className="grid gap-5">
        {children}
        <DialogAnswers {...buttons} onClick={onConfirm} />
      </div>
    </Dialog>
  )
}

type DialogAnswersProps = Omit<ConfirmDialogProps, 'title' | 'children'> &
  Pick<ComponentProps<typeof Button>, 'type' | 'onClick'>

/** The last attempt's error and both buttons. */
export function DialogAnswers({ keep = 'Cancel', act, action, onClose, ...button }: DialogAnswersProps) {
  return (
    <>
      {action.problem ? <Alert tone="error">{action.problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onClose}>
          {keep}
        </Button>
        <Button {...button} busy={action.isBusy}>
          {act}
        </Button>
      </div>
    </>
  )
}
